import { AsyncLocalStorage } from 'node:async_hooks';

export interface Loop {
  /** Ends the current rest. During a round, makes another one follow at once. */
  wake(): void;
  /**
   * Signals that there may soon be work: rests become short again, and a current longer one ends
   * after the shortest rest.
   */
  wakeSoon(): void;
  /** Waits for the current round; no other follows. */
  stop(): Promise<void>;
}

/** The next round follows at once, after a rest, after a rest of this length, or when woken. */
export type Round = 'again' | 'rest' | { readonly restMs: number } | 'wait';

export interface Rests {
  readonly restMs: number;
  /**
   * Rests grow up to this while rounds find nothing to do; by default they do not grow. Bounds the
   * delay until work from other processes is noticed.
   */
  readonly restMsMax?: number | undefined;
  readonly restAfterErrorMs: number;
}

/**
 * Long rests of a process end at the same moments. A wake-up costs half a millisecond of CPU, more
 * than the work that many loops then do.
 */
const TOGETHER_MS = 500;

const inLoop = new AsyncLocalStorage<boolean>();

/** Whether the current work runs in a loop, so that no client waits for it. */
export function isInLoop(): boolean {
  return inLoop.getStore() ?? false;
}

/** Slow growth, so that occasional work of other processes still meets short rests. */
const GROWTH = 1.25;

/**
 * Runs rounds one after another until stopped. Reports a failed round and tries again after a rest.
 */
export function startLoop(
  round: () => Promise<Round>,
  { restMs, restMsMax = restMs, restAfterErrorMs }: Rests,
  onError: (error: unknown) => void,
): Loop {
  let isStopped = false;
  let isWoken = false;
  let nextRestMs = restMs;
  let endRest = () => {};
  /** Undefined unless a rest longer than the shortest is in progress. */
  let shortenRest: (() => void) | undefined;

  /** Without a duration, rests until the loop is woken. */
  function rest(durationMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = durationMs === undefined ? undefined : setTimeout(resolve, durationMs);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function growingRestMs(): number {
    const durationMs = nextRestMs;
    nextRestMs = Math.min(restMsMax, durationMs * GROWTH);
    return durationMs;
  }

  async function restIdle(durationMs: number): Promise<void> {
    if (durationMs <= restMs) return rest(toTogether(durationMs));
    let shortest: NodeJS.Timeout | undefined;
    shortenRest = () => {
      shortest ??= setTimeout(endRest, restMs);
    };
    await rest(toTogether(durationMs));
    shortenRest = undefined;
    clearTimeout(shortest);
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      try {
        const next = await round();
        if (next === 'again') nextRestMs = restMs;
        else if (isWoken || isStopped) continue;
        else if (next === 'wait') await rest();
        else await restIdle(next === 'rest' ? growingRestMs() : next.restMs);
      } catch (error) {
        if (isStopped) return;
        onError(error);
        await rest(restAfterErrorMs);
      }
    }
  }

  const running = inLoop.run(true, run);
  return {
    wake() {
      isWoken = true;
      nextRestMs = restMs;
      endRest();
    },
    wakeSoon() {
      nextRestMs = restMs;
      shortenRest?.();
    },
    async stop() {
      isStopped = true;
      endRest();
      await running;
    },
  };
}

/** Rounds a duration up to a common wake-up. */
function toTogether(durationMs: number): number {
  if (durationMs <= 2 * TOGETHER_MS) return durationMs;
  const now = performance.now();
  return Math.ceil((now + durationMs) / TOGETHER_MS) * TOGETHER_MS - now;
}
