import { AsyncLocalStorage } from 'node:async_hooks';

export interface Loop {
  /** Ends the rest before the next round; a round that runs now is followed by another. */
  wake(): void;
  /**
   * Says that there may soon be something to do: rests are as short as they can be again, and a longer
   * one that goes on now ends after the shortest.
   */
  stir(): void;
  /** Waits for the round that runs; no other follows. */
  stop(): Promise<void>;
}

/** Whether the next round follows at once, after a rest, one of this length, or only when the loop is woken. */
export type Round = 'again' | 'rest' | { readonly restMs: number } | 'wait';

export interface Rests {
  readonly restMs: number;
  /**
   * Rests grow up to this for as long as rounds find nothing to do; without it they stay the same. It
   * bounds how late something is found that nothing in this process has told of.
   */
  readonly restMsMax?: number | undefined;
  readonly restAfterErrorMs: number;
}

/**
 * Long rests end at the same moments of a process. What a processor is woken for costs less than that it is
 * woken, some half a millisecond, and what little many loops have to do is done in one go.
 */
const TOGETHER_MS = 500;

const inLoop = new AsyncLocalStorage<boolean>();

/** Whether this is work of a loop, for which no client waits. */
export function isInLoop(): boolean {
  return inLoop.getStore() ?? false;
}

/** Slow: what comes now and then from other processes still finds short rests. */
const GROWTH = 1.25;

/**
 * Runs rounds one after the other until it is stopped. A round that throws is reported and
 * repeated after a rest of its own.
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
  /** Undefined while no rest goes on that is longer than the shortest. */
  let shortenRest: (() => void) | undefined;

  /** Without a duration it lasts until the loop is woken. */
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
    stir() {
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

/** This long, or a little longer. */
function toTogether(durationMs: number): number {
  if (durationMs <= 2 * TOGETHER_MS) return durationMs;
  const now = performance.now();
  return Math.ceil((now + durationMs) / TOGETHER_MS) * TOGETHER_MS - now;
}
