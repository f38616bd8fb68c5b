import { type Accepted, createIndexConcurrently } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const isOutsideTransaction = true;

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a process of the version before finds requests without their indexes, slowly, until it is replaced',
};

/** Positions per step, which block other writers for a few milliseconds. */
const STEP = 2_000n;

export async function up(db: Kysely<unknown>): Promise<void> {
  await fillOlderEvents(db);
  for (const [name, on] of Object.entries(indexes)) await createIndexConcurrently(db, name, on);
  for (const name of former)
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
}

const indexes = {
  events_of_requests: 'on events (request_id) where request_id is not null',
  events_of_operations: `on events (account_id, operation text_pattern_ops, sequence)
    where operation is not null`,
  events_of_keys: 'on events (api_key_id, sequence) where api_key_id is not null',
  events_of_accounts_keys: 'on events (account_id, sequence) where api_key_id is not null',
};

const former = [
  'events_requests',
  'events_request_operations',
  'events_request_keys',
  'events_requests_by_keys',
];

/** The only exception from append-only: copies values of an event into its columns. */
async function fillOlderEvents(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(position), 0) as last from events`.execute(db);
  const last = BigInt(rows[0]?.last ?? 0);
  for (let from = 0n; from < last; from += STEP)
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      await sql`alter table events disable trigger events_append_only`.execute(tx);
      await sql`
        update events
           set request_id = request->>'id', operation = request->'actor'->>'operation',
               api_key_id = (request->'actor'->>'api_key_id')::uuid
         where position > ${from} and position <= ${from + STEP}
           and request_id is null and request->>'id' is not null`.execute(tx);
      await sql`alter table events enable trigger events_append_only`.execute(tx);
    });
}
