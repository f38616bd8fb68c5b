import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { PeriodChange } from '../domain/period.ts';
import type { BillingTables } from '../schema.ts';

type Tx = Transaction<BillingTables>;

const lockOf = (sellerId: Uuid) => sql`hashtextextended(${`periods ${sellerId}`}, 0)`;

/** Changes of a seller's periods, newest first. */
export async function findPeriodChanges(
  db: Kysely<BillingTables>,
  sellerId: Uuid,
  rowsMax: number,
): Promise<readonly PeriodChange[]> {
  const rows = await db
    .selectFrom('period_changes')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy('position', 'desc')
    .limit(rowsMax)
    .execute();
  return rows.map(({ kind, month, closed_until, reason, actor, changed_at }) => ({
    ...{ kind, month, reason, actor },
    closedUntil: closed_until.getTime(),
    at: changed_at.getTime(),
  }));
}

/** Blocks new entries in ended periods of the seller until the transaction ends. */
export async function lockPeriods(tx: Tx, sellerId: Uuid): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(${lockOf(sellerId)})`.execute(tx);
  return (await findPeriodChanges(tx, sellerId, 1))[0]?.closedUntil;
}

/**
 * End of a seller's closed periods, in milliseconds since 1970; undefined if there are none. Stable
 * until the transaction ends.
 */
export async function readClosedUntil(tx: Tx, sellerId: Uuid): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(sellerId)})`.execute(tx);
  return (await findPeriodChanges(tx, sellerId, 1))[0]?.closedUntil;
}

export async function insertPeriodChange(
  tx: Tx,
  sellerId: Uuid,
  { kind, month, closedUntil, reason, actor, at }: PeriodChange,
): Promise<void> {
  await tx
    .insertInto('period_changes')
    .values({
      ...{ seller_id: sellerId, kind, month, reason, actor },
      closed_until: new Date(closedUntil),
      changed_at: new Date(at),
    })
    .execute();
}
