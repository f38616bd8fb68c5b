import type { Worker } from '@florin/service';
import type { Kysely } from 'kysely';
import { makeDueRunner } from '../posting/end-due.ts';
import type { LedgerTables } from '../tables.ts';
import { type AttemptDeps, makeAttemptResolver } from './attempts.ts';
import { listExpiryCommands } from './operations.ts';

const RESTS = { restMs: 1_000, restMsMax: 5_000, restAfterErrorMs: 2_000 };

/**
 * What no customer waits for: learns what became of attempts, and cancels payment requests whose
 * time is up. Any number of processes may do so at once.
 * @param staleAfterMs how long an attempt may be processing before the processor is asked about it
 */
export function paymentWorkers(
  deps: AttemptDeps,
  db: Kysely<LedgerTables>,
  staleAfterMs: number,
): readonly Worker[] {
  return [
    {
      name: 'asking about stale payment attempts',
      round: makeAttemptResolver(deps, db, staleAfterMs),
      ...RESTS,
    },
    {
      name: 'expiring payment requests',
      round: makeDueRunner(deps.writer, (excludedAccountIds, rowsMax) =>
        listExpiryCommands(db, excludedAccountIds, rowsMax),
      ),
      ...RESTS,
    },
  ];
}
