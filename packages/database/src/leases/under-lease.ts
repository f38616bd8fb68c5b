import { type Kysely, sql, type Transaction } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import { STATEMENT_TIMEOUT_MS } from '../connection/in-background.ts';
import { type Lease, LeaseLost, type LeaseTables } from './leases.ts';

/**
 * A transaction that no client waits for, as `inBackground` makes it, and during which nobody takes the
 * lease over: one statement does both.
 * @throws LeaseLost when it was taken over already.
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
      select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true) from leases
       where name = ${name} and holder = ${holder} for update`,
    );
    if (held.length === 0) throw new LeaseLost(`another process has taken over ${name}`);
    return work(tx);
  });
}
