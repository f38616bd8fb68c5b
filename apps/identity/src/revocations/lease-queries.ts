import type { Uuid } from '@florin/contracts';
import { executeNamed } from '@florin/database';
import { sql } from 'kysely';
import type { Db, Tx } from '../schema.ts';

export interface GatewayLease {
  readonly gatewayId: Uuid;
  readonly acknowledged: bigint;
  readonly renewals: bigint;
}

export async function saveLease(
  tx: Tx,
  { gatewayId, acknowledged }: Pick<GatewayLease, 'gatewayId' | 'acknowledged'>,
): Promise<void> {
  await tx
    .insertInto('gateway_leases')
    .values({ gateway_id: gatewayId, acknowledged, renewals: 1n, renewed_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('gateway_id').doUpdateSet((row) => ({
        acknowledged,
        renewals: row('gateway_leases.renewals', '+', 1n),
        renewed_at: sql`now()`,
      })),
    )
    .execute();
}

/**
 * The common case of a renewal in one statement. Locks the revision against revocations, saves the
 * lease, and returns the number of leases; undefined if there is a newer revision.
 */
export async function saveLeaseIfCurrent(
  db: Db,
  { gatewayId, acknowledged }: Pick<GatewayLease, 'gatewayId' | 'acknowledged'>,
  leaseMs: number,
): Promise<number | undefined> {
  const [saved] = await executeNamed(
    db,
    sql<{ others: bigint }>`
    with locked as (
      select revision from revision for share
    ), saved as (
      insert into gateway_leases as lease (gateway_id, acknowledged, renewals, renewed_at)
      select ${gatewayId}::uuid, revision, 1, now() from locked where revision = ${acknowledged}
      on conflict (gateway_id) do update
        set acknowledged = excluded.acknowledged, renewals = lease.renewals + 1,
            renewed_at = excluded.renewed_at
      returning gateway_id
    )
    select (select count(*) from gateway_leases other
             where other.gateway_id <> saved.gateway_id
               and renewed_at > now() - ${leaseMs} * interval '1 ms') as others
      from saved`,
  );
  return saved && Number(saved.others) + 1;
}

/** Number of gateways with a valid lease. */
export async function countLeases(tx: Tx, leaseMs: number): Promise<number> {
  const { count } = await tx
    .selectFrom('gateway_leases')
    .where('renewed_at', '>', sql<Date>`now() - ${leaseMs} * interval '1 ms'`)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The last revision and all leases, in one snapshot. */
export async function readLeases(
  db: Db,
): Promise<{ readonly revision: bigint; readonly leases: readonly GatewayLease[] }> {
  const rows = await db
    .selectFrom('revision')
    .leftJoin('gateway_leases', (join) => join.onTrue())
    .select([
      'revision.revision',
      'gateway_leases.gateway_id as gatewayId',
      'gateway_leases.acknowledged',
      'gateway_leases.renewals',
    ])
    .execute();
  const [first] = rows;
  if (!first) throw new Error('there is no revision');
  const leases = rows.flatMap(({ gatewayId, acknowledged, renewals }) =>
    gatewayId === null || acknowledged === null || renewals === null
      ? []
      : [{ gatewayId, acknowledged, renewals }],
  );
  return { revision: first.revision, leases };
}

export async function deleteLease(db: Db, gatewayId: Uuid): Promise<void> {
  await db.deleteFrom('gateway_leases').where('gateway_id', '=', gatewayId).execute();
}

/** Deletes expired leases unless they were renewed after the read. */
export async function deleteExpiredLeases(db: Db, leases: readonly GatewayLease[]): Promise<void> {
  const ids = leases.map(({ gatewayId }) => gatewayId);
  const renewals = leases.map((lease) => lease.renewals);
  await sql`
    delete from gateway_leases
     using unnest(${ids}::uuid[], ${renewals}::bigint[]) as expired (gateway_id, renewals)
     where gateway_leases.gateway_id = expired.gateway_id
       and gateway_leases.renewals = expired.renewals`.execute(db);
}

/** Deletes leases of killed gateways, long after their expiry. */
export async function deleteLeasesRenewedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('gateway_leases').where('renewed_at', '<', before).execute();
}
