import { withTimeout } from '@florin/runtime/timeout';
import type { Logger } from '../program/log.ts';

/**
 * The steps of a stop, in their order. Requests are drained while everything that they need still
 * works; `work` is what goes on without requests, and NATS, since closing that connection ends the
 * wait of a relay or a consumer that has none; `resources` is what both have used; the database is last.
 */
const STEPS = ['requests', 'work', 'resources', 'database'] as const;
type Step = (typeof STEPS)[number];

/** For how long each step is waited for, in milliseconds. */
export type StopLimits = Readonly<Record<Step, number>>;

/** Requests in flight have eight seconds of these; the process itself ends after ten. */
export const STOP_LIMITS: StopLimits = {
  requests: 9_000,
  work: 5_000,
  resources: 5_000,
  database: 5_000,
};

type Close = () => unknown;

export interface StopSteps {
  /** Has this called in a step of the stop, together with all else of that step. */
  add(step: Step, close: Close): void;
  /**
   * Stops, once however often it is called. What takes too long or fails is logged and keeps
   * nothing else from being closed.
   * @throws the first failure, once every step was taken.
   */
  run(): Promise<void>;
}

export function makeStopSteps(log: Logger, limitsMs: StopLimits = STOP_LIMITS): StopSteps {
  const added: Readonly<Record<Step, Close[]>> = {
    requests: [],
    work: [],
    resources: [],
    database: [],
  };
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of STEPS) {
      // Started one after the other in the order of their adding, and waited for together.
      const closing = added[step].map((close) =>
        attempt(close).catch((error: unknown) => {
          failures.push(error);
        }),
      );
      const closed = await withTimeout(limitsMs[step], Promise.all(closing));
      if (!closed) log.warn({ step }, 'a step of the stop takes too long: going on without it');
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    add: (step, close) => added[step].push(close),
    run: () => (running ??= runAll()),
  };
}

/** What it throws at once is a rejection too. */
async function attempt(close: Close): Promise<void> {
  await close();
}
