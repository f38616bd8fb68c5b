import { setTimeout as pause } from 'node:timers/promises';
import { type Loop, startLoop } from '@florin/runtime/loop';
import type { Dispatcher } from 'undici';
import { takeLanes } from '../store/lanes.ts';
import { makeSender } from './make-sender.ts';
import { type LaneDeps, workLane } from './work-lane.ts';

/** So many that a few dozen receivers which let everybody wait keep nobody from the others. */
const LANES_MAX = 200;
const REST_MS = 200;
const REST_AFTER_ERROR_MS = 1_000;
/** Beyond the last attempt of a turn, to write down what came of it. */
const LEASE_MARGIN_MS = 20_000;

/** What is under way has so long when the process stops. */
const STOP_MS = 4_000;

interface DeliveriesDeps extends Omit<LaneDeps, 'send' | 'stopping'> {
  readonly dispatcher: Dispatcher;
  /** Of one attempt. */
  readonly timeoutMs: number;
}

/** Delivers what is due, for many endpoints at once; any number of processes share the work. */
export function startDeliveries(
  { dispatcher, timeoutMs, ...given }: DeliveriesDeps,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  const send = makeSender(dispatcher, timeoutMs);
  const deps = { ...given, send, stopping: stopping.signal };
  const turns = new Set<Promise<void>>();
  const leaseMs = deps.pace.turnMs + LEASE_MARGIN_MS;

  const loop = startLoop(
    async () => {
      const free = LANES_MAX - turns.size;
      const lanes = free > 0 ? await takeLanes(deps.db, free, leaseMs) : [];
      for (const lane of lanes) {
        const turn = workLane(deps, lane)
          .catch(onError)
          .finally(() => {
            turns.delete(turn);
            loop.wake();
          });
        turns.add(turn);
      }
      return 'rest';
    },
    { restMs: REST_MS, restAfterErrorMs: REST_AFTER_ERROR_MS },
    onError,
  );
  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await loop.stop();
      // What is not answered by then counts as an attempt that failed.
      await Promise.race([Promise.all(turns), pause(STOP_MS, undefined, { ref: false })]);
      await dispatcher.destroy();
      await Promise.all(turns);
    },
  };
}
