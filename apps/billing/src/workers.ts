import { type Loop, startLoop } from '@florin/runtime/loop';
import { makeCancelPayments } from './operations/cancel-payments.ts';
import { makeCleanUp } from './operations/clean-up.ts';
import { type DueWorkParts, makeDueWork } from './operations/due-work.ts';
import type { LedgerClient } from './operations/peers.ts';

/** While one charges, another reads and writes. */
const DUE_LANES = 2;
const DUE_LOOP = { restMs: 500, restAfterErrorMs: 2_000 };
const RESUMES_MAX = 100;
const RESUME_LOOP = { restMs: 1_000, restAfterErrorMs: 1_000 };
const CANCEL_LOOP = { restMs: 1_000, restAfterErrorMs: 2_000 };
const HOURLY = { restMs: 3_600_000, restAfterErrorMs: 60_000 };

export interface WorkerParts extends Omit<DueWorkParts, 'onError'> {
  readonly ledger: LedgerClient;
  readonly sagas: readonly { resume(runsMax: number): Promise<number> }[];
}

/** Starts what goes on without anybody asking. Any number of processes may do it at once. */
export function startWorkers(
  { ledger, sagas, ...parts }: WorkerParts,
  onError: (what: string) => (error: unknown) => void,
): Pick<Loop, 'stop'> {
  const doDueWork = makeDueWork({ ...parts, onError: onError('due work failed') });
  const cancelPayments = makeCancelPayments(parts.db, ledger);
  const cleanUp = makeCleanUp(parts.db);
  const loops = [
    ...Array.from({ length: DUE_LANES }, () =>
      startLoop(
        async () => ((await doDueWork()) > 0 ? 'again' : 'rest'),
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
    startLoop(resting(cancelPayments), CANCEL_LOOP, onError('canceling payment requests failed')),
    startLoop(resting(cleanUp), HOURLY, onError('cleaning up failed')),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function resting(work: () => Promise<void>): () => Promise<'rest'> {
  return async () => {
    await work();
    return 'rest';
  };
}
