import { withTimeout } from '@florin/runtime/timeout';
import type { Logger } from '../program/log.ts';

/**
 * Steps of a stop: `requests` drain while everything works; `work` stops background work and NATS,
 * for which a relay may wait; `resources` are shared by both; the database is last.
 */
const STEPS = ['requests', 'work', 'resources', 'database'] as const;
type Step = (typeof STEPS)[number];

/** Time limit of each step in milliseconds. */
export type StopLimits = Readonly<Record<Step, number>>;

/** Requests in flight get eight seconds of these; the whole process gets ten. */
export const STOP_LIMITS: StopLimits = {
  requests: 9_000,
  work: 5_000,
  resources: 5_000,
  database: 5_000,
};

type Close = () => unknown;

export interface StopSteps {
  /** Adds a function to a step. Functions of a step run concurrently. */
  add(step: Step, close: Close): void;
  /**
   * Runs all steps, once. A failure or timeout is logged and does not stop the others.
   * @throws the first failure, after all steps
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
      // Started in the order of their registration, and awaited together.
      const closing = added[step].map((close) =>
        attempt(close).catch((error: unknown) => {
          failures.push(error);
        }),
      );
      const closed = await withTimeout(limitsMs[step], Promise.all(closing));
      if (!closed) log.warn({ step }, 'a shutdown step takes too long; continuing without it');
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    add: (step, close) => added[step].push(close),
    run: () => (running ??= runAll()),
  };
}

/** Turns a synchronous exception into a rejection. */
async function attempt(close: Close): Promise<void> {
  await close();
}
