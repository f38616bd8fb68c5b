import { ConnectionError, FlorinError } from './errors.ts';

export interface RetryOptions {
  /** Attempts per call, including the first. */
  readonly triesMax?: number;
  /** Maximum pause before the second attempt in milliseconds; doubled each time. */
  readonly pauseMs?: number;
}

const PAUSE_MS_MAX = 8_000;
/** Longer waits are left to the caller, who gets the error. */
const RETRY_AFTER_MS_MAX = 30_000;

/**
 * Repeats an attempt until it succeeds, fails permanently, or reaches the limit.
 * @throws the last attempt's error; the signal's reason if aborted
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
  // A 409 with Retry-After: the first call with this key is still running.
  return status === 429 || status >= 500 || (status === 409 && retryAfterMs !== undefined);
}

/** Random up to the limit, so that clients that failed together do not retry together. */
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
