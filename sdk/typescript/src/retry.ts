import { ConnectionError, FlorinError } from './errors.ts';

export interface RetryOptions {
  /** Tries of one call, the first included. */
  readonly triesMax?: number;
  /** The longest pause before the second try, in milliseconds; it doubles with each. */
  readonly pauseMs?: number;
}

const PAUSE_MS_MAX = 8_000;
/** Who is told to wait for longer is told that, rather than kept. */
const RETRY_AFTER_MS_MAX = 30_000;

/**
 * Does what may be done twice until it succeeds, fails for good or was tried often enough.
 * @throws what the last try has thrown; the signal's reason once it is aborted.
 */
export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  { triesMax = 4, pauseMs = 250 }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const afterMs = isTransient(error) ? pauseAfter(error, tries, pauseMs) : undefined;
      if (afterMs === undefined || tries >= triesMax || signal?.aborted) throw error;
      await sleep(afterMs, signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof FlorinError)) return false;
  const { status, retryAfterMs } = error;
  // A 409 that says when: the first call with this key is still running.
  return status === 429 || status >= 500 || (status === 409 && retryAfterMs !== undefined);
}

/** Anything up to the bound, so that clients that failed together do not come back together. */
function pauseAfter(error: unknown, tries: number, pauseMs: number): number | undefined {
  const jitterMs = Math.random() * Math.min(pauseMs * 2 ** (tries - 1), PAUSE_MS_MAX);
  const askedMs = error instanceof FlorinError ? (error.retryAfterMs ?? 0) : 0;
  return askedMs > RETRY_AFTER_MS_MAX ? undefined : askedMs + jitterMs;
}

function sleep(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
