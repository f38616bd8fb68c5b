import { type Kysely, sql, type Transaction } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import { STATEMENT_TIMEOUT_MS } from '../connection/in-background.ts';
import { LeaseLost } from '../errors/lease-lost.ts';
import type { Lease, LeaseTables } from './leases.ts';

/**
 * Runs a background transaction that blocks takeover of the lease. Prefers indexes, since plans
 * cached for an empty month scan whole tables; Postgres before 18 would JIT-compile them.
 * @throws LeaseLost if another process has already taken the lease
 */
export function underLease<Tables extends LeaseTables, Result>(
  db: Kysely<Tables>,
  { name, holder }: Lease,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const held = await executeNamed(
      tx,
      sql`
      select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
             set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true) from leases
       where name = ${name} and holder = ${holder} for update`,
    );
    if (held.length === 0) throw new LeaseLost(`another process has taken over ${name}`);
    return work(tx);
  });
}
