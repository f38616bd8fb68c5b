import { type Kysely, sql, type Transaction } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';

export interface LeaseTables {
  leases: { name: string; holder: string; expires_at: Date };
}

/** Longer than any transaction under a lease. */
const LEASES_WAIT_MS = 30_000;

/** Exclusive work of one process, and how long its holder may be silent. */
export interface Lease {
  readonly name: string;
  /** Identifies the process; new at every start. */
  readonly holder: string;
  readonly durationMs: number;
}

/**
 * Takes or renews a lease by the database's clock; false while another process holds it. The expiry
 * check uses the new expiry, because Citus rejects clock calls in conditions.
 */
export async function acquireLease(
  db: Kysely<LeaseTables>,
  { name, holder, durationMs }: Lease,
): Promise<boolean> {
  const rows = await executeNamed(
    db,
    sql`
    insert into leases (name, holder, expires_at)
    values (${name}, ${holder}, clock_timestamp() + ${durationMs} * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
     where leases.holder = excluded.holder or
           excluded.expires_at - leases.expires_at > ${durationMs} * interval '1 millisecond'
    returning 1`,
  );
  return rows.length === 1;
}

/**
 * Waits for open transactions under leases with this prefix, and blocks new ones until `tx` ends.
 */
export async function lockLeases(tx: Transaction<LeaseTables>, prefix: string): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LEASES_WAIT_MS)}`.execute(tx);
  await sql`
    select from leases where starts_with(name, ${prefix}) order by name for update`.execute(tx);
}

/** Lets another process take the lease at once, before it expires. */
export async function releaseLease(db: Kysely<LeaseTables>, lease: Lease): Promise<void> {
  await db
    .deleteFrom('leases')
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .execute();
}

/** Part of the first migration of every service. */
export async function createLeases(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table leases (
      name text primary key,
      holder text not null,
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`grant select, insert, update, delete on leases to ${sql.id(appRole)}`.execute(db);
}
