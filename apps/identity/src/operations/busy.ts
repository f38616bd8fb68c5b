import { AppError } from '@florin/contracts';
import { isLockTimeout } from '@florin/database';

/** For whoever meets another change: nothing was done, and no Idempotency-Key remembers it. */
export function busy(what: string): AppError {
  return new AppError('conflict', `${what}: repeat the request in a second`, {
    headers: { 'Retry-After': '1' },
  });
}

/** To catch with what waits for a lock that somebody else keeps for long. */
export function busyIfLocked(what: string): (error: unknown) => never {
  return (error) => {
    throw isLockTimeout(error) ? busy(what) : error;
  };
}
