import { isDeepStrictEqual } from 'node:util';
import { AppError, type Caller } from '@florin/contracts';
import { type Loop, startLoop } from '@florin/loop';

const EVERY_MS = 500;
const AFTER_ERROR_MS = 100;
/** Identity may be away for a moment, but nobody is let through for longer than this. */
const UNKNOWN_MS_MAX = 1_500;

/**
 * Asks again and again whom a token speaks for, while a stream is open; `cut` is called once it is
 * no longer the same, as when the token has expired, or nobody can tell: within two seconds.
 * Revocations cut a stream before that.
 */
export function watchCaller(
  authenticate: () => Promise<Caller>,
  caller: Caller,
  cut: () => void,
): Loop {
  let knownAt = performance.now();
  return startLoop(
    async () => {
      const askedAt = performance.now();
      if (isDeepStrictEqual(await authenticate(), caller)) knownAt = askedAt;
      else cut();
      return 'rest';
    },
    { restMs: EVERY_MS, restAfterErrorMs: AFTER_ERROR_MS },
    (error) => {
      const isRefused = error instanceof AppError && error.code !== 'unavailable';
      if (isRefused || performance.now() - knownAt > UNKNOWN_MS_MAX) cut();
    },
  );
}
