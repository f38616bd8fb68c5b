import type { Uuid } from '@florin/contracts';
import { deleteOldKeys, deletePublished, pruneInbox } from '@florin/database';
import { type Loop, startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import type { CollectDeps } from './charges/collect-from-customer.ts';
import { doDueWork } from './due-work/operations.ts';
import { cancelPayments } from './payments/operations.ts';
import { deleteOldQuotes } from './quotes/queries.ts';
import type { BillingTables } from './schema.ts';

/** While one charges, another reads and writes. */
const DUE_WORKERS = 2;
const DUE_LOOP = { restMs: 500, restAfterErrorMs: 2_000 };
const RESUMES_MAX = 100;
const RESUME_LOOP = { restMs: 1_000, restAfterErrorMs: 1_000 };
const CANCEL_LOOP = { restMs: 1_000, restAfterErrorMs: 2_000 };
const HOURLY = { restMs: 3_600_000, restAfterErrorMs: 60_000 };

export interface WorkerDeps extends CollectDeps {
  readonly sagas: readonly { resume(runsMax: number): Promise<number> }[];
}

/** Starts the background work. Any number of processes may do it at the same time. */
export function startWorkers(
  { sagas, ...deps }: WorkerDeps,
  onError: (what: string) => (error: unknown) => void,
): Pick<Loop, 'stop'> {
  const onDueError = onError('due work failed');
  let canceledUpTo: Uuid | null = null;
  const loops = [
    ...Array.from({ length: DUE_WORKERS }, () =>
      startLoop(
        async () => ((await doDueWork(deps, onDueError)) > 0 ? 'again' : 'rest'),
        DUE_LOOP,
        onError('taking due work failed'),
      ),
    ),
    ...sagas.map((saga) =>
      startLoop(
        async () => ((await saga.resume(RESUMES_MAX)) > 0 ? 'again' : 'rest'),
        RESUME_LOOP,
        onError('resuming work across services failed'),
      ),
    ),
    startLoop(
      async () => {
        const { last, failures } = await cancelPayments(deps, canceledUpTo);
        canceledUpTo = last;
        if (failures.length > 0) throw failures[0];
        return 'rest';
      },
      CANCEL_LOOP,
      onError('canceling payment requests failed'),
    ),
    startLoop(
      async () => {
        await cleanUp(deps.db);
        return 'rest';
      },
      HOURLY,
      onError('cleaning up failed'),
    ),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

const ROWS_MAX = 5_000;
/** Longer than the stream keeps events, so that a wiped store can be filled again. */
const EVENTS_KEPT_DAYS = 30;
/** Longer than producers keep events, which they can publish again until then. */
const INBOX_KEPT_DAYS = 45;
/** A quote expires after ten minutes of its subscription's clock, which may stand still for long. */
const QUOTES_KEPT_DAYS = 30;

/** Deletes expired rows. */
async function cleanUp(db: Kysely<BillingTables>): Promise<void> {
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, EVENTS_KEPT_DAYS, ROWS_MAX);
  await deleteOldQuotes(db, QUOTES_KEPT_DAYS, ROWS_MAX);
  await pruneInbox(db, 'billing', INBOX_KEPT_DAYS, ROWS_MAX);
}
