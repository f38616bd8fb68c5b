import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from './schema.ts';

/**
 * Takes the next `count` numbers of each account's order, and keeps them from others until the
 * transaction ends: so there are no gaps. Returns the last number taken of each.
 */
export async function takeSequences(
  tx: Transaction<WebhooksTables>,
  counts: ReadonlyMap<Uuid, number>,
): Promise<ReadonlyMap<Uuid, bigint>> {
  // In id order, so that two batches over the same accounts cannot deadlock.
  const accountIds = [...counts.keys()].sort();
  const { rows } = await sql<{ account_id: Uuid; last_sequence: bigint }>`
    insert into account_sequences as known (account_id, last_sequence)
    select * from unnest(${accountIds}::uuid[],
                         ${accountIds.map((id) => counts.get(id))}::bigint[])
    on conflict (account_id)
      do update set last_sequence = known.last_sequence + excluded.last_sequence
    returning account_id, last_sequence`.execute(tx);
  return new Map(rows.map((row) => [row.account_id, row.last_sequence]));
}

/**
 * Takes the next `count` positions of the whole log, and keeps them from others until the
 * transaction ends. To be called behind all other locks. Returns the last one taken.
 */
export async function takePositions(
  tx: Transaction<WebhooksTables>,
  count: number,
): Promise<bigint> {
  const { last_position } = await tx
    .updateTable('log_head')
    .set(({ eb }) => ({ last_position: eb('last_position', '+', BigInt(count)) }))
    .returning('last_position')
    .executeTakeFirstOrThrow();
  return last_position;
}

/** The position of the newest event; every event before it is visible. */
export async function findHead(db: Kysely<WebhooksTables>): Promise<bigint> {
  const { last_position } = await db
    .selectFrom('log_head')
    .select('last_position')
    .executeTakeFirstOrThrow();
  return last_position;
}

/** Whether anything has ever happened to an account. */
export async function isKnownAccount(db: Kysely<WebhooksTables>, id: Uuid): Promise<boolean> {
  const row = await db
    .selectFrom('account_sequences')
    .select('account_id')
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
