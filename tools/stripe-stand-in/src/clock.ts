/** A clock that tests can advance, and its scheduled jobs. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Seconds since 1970, as Stripe counts. */
  readonly seconds: () => number;
  readonly after: (ms: number, run: () => void) => void;
  /** Advances it, and runs the jobs that fall due, in order. */
  readonly advance: (ms: number) => void;
  readonly stop: () => void;
}

interface Job {
  readonly at: number;
  readonly run: () => void;
}

const JOBS_MAX = 10_000;
const TICK_MS = 50;

export function makeClock(): Clock {
  let aheadMs = 0;
  let jobs: Job[] = [];
  const now = () => Date.now() + aheadMs;
  const runDue = () => {
    for (let due = takeFirstDue(); due; due = takeFirstDue()) due.run();
  };
  const takeFirstDue = () => {
    const due = jobs.filter(({ at }) => at <= now()).sort((one, other) => one.at - other.at)[0];
    jobs = jobs.filter((job) => job !== due);
    return due;
  };
  const timer = setInterval(runDue, TICK_MS).unref();
  return {
    now,
    seconds: () => Math.floor(now() / 1_000),
    after(ms, run) {
      if (jobs.length >= JOBS_MAX) throw new Error('too many scheduled jobs');
      jobs.push({ at: now() + ms, run });
    },
    advance(ms) {
      const target = aheadMs + ms;
      // Step by step, so that each job runs at its own time.
      for (;;) {
        const next = Math.min(...jobs.map(({ at }) => at), Number.POSITIVE_INFINITY);
        const step = Math.max(next - now(), 0);
        if (aheadMs + step >= target) break;
        aheadMs += step;
        runDue();
      }
      aheadMs = target;
      runDue();
    },
    stop: () => clearInterval(timer),
  };
}
