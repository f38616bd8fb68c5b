import type { Worker } from '@florin/service';
import type { Kysely } from 'kysely';
import { makeDueRunner } from '../posting/end-due.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type AttemptDeps, makeAttemptResolver } from './attempts.ts';
import { listExpiryCommands } from './operations.ts';

const RESTS = { restMs: 1_000, restMsMax: 5_000, restAfterErrorMs: 2_000 };

/**
 * Background work: resolves stuck attempts, and cancels expired payment requests. Safe to run in
 * several processes.
 * @param staleAfterMs how long an attempt may be processing before the processor is queried
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
