import { quantile } from './statistics.ts';

/** Results of a load. Times are in milliseconds. */
export interface Load {
  /** All completed calls, failed ones and those of the warm-up included. */
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Number of unexpected answers, by description. */
  readonly errors: Readonly<Record<string, number>>;
}

export interface Drive {
  /** Each waits for its answer before the next request. */
  readonly callers: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** One call of the caller with this number, from 0; errors are counted. */
  readonly call: (caller: number) => Promise<void>;
}

/** Fills caches and compiles code; at most a second. */
const WARM_UP_SHARE = 0.2;
const WARM_UP_SECONDS_MAX = 1;

/** Runs a closed load, and measures it after a warm-up. */
export async function drive(load: Drive): Promise<Load> {
  const seconds = Math.min(load.seconds * WARM_UP_SHARE, WARM_UP_SECONDS_MAX);
  const { calls } = await run({ ...load, seconds });
  const measured = await run(load);
  return { ...measured, calls: calls + measured.calls };
}

async function run({ callers, seconds, signal, call }: Drive): Promise<Load> {
  const tookMs: number[] = [];
  const errors: Record<string, number> = {};
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const callOnAndOn = async (caller: number) => {
    for (let now = startedAt; now < endsAt && !signal.aborted; ) {
      const before = performance.now();
      try {
        await call(caller);
      } catch (error) {
        const name = error instanceof Error ? error.message : String(error);
        errors[name] = (errors[name] ?? 0) + 1;
      }
      now = performance.now();
      tookMs.push(now - before);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => callOnAndOn(caller)));
  signal.throwIfAborted();
  return {
    calls: tookMs.length,
    perSecond: tookMs.length / ((performance.now() - startedAt) / 1_000),
    p50: quantile(tookMs, 0.5),
    p99: quantile(tookMs, 0.99),
    errors,
  };
}
