import { type Kysely, sql, type Transaction } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import { STATEMENT_TIMEOUT_MS } from '../connection/in-background.ts';
import { type Lease, LeaseLost, type LeaseTables } from './leases.ts';

/**
 * A transaction that no client waits for, as `inBackground` makes it, and during which nobody takes the
 * lease over: one statement does both. It goes by indexes wherever there are any: Postgres keeps the plan of a
 * statement that has a name, and would go through the whole of a month that was empty when it was made. Before
 * version 18 what goes through a table all the same would count as so expensive that it were compiled first.
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
      select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
             set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true) from leases
       where name = ${name} and holder = ${holder} for update`,
    );
    if (held.length === 0) throw new LeaseLost(`another process has taken over ${name}`);
    return work(tx);
  });
}
