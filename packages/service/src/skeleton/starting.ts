import { AppError } from '@florin/contracts';

/** All services of a system start at once; a busy machine takes many times the ten seconds of an idle one. */
const STARTING_SECONDS = 60;

/**
 * Whether an error is expected because this process has just started: a service that it calls does not
 * answer yet, or the first attempt at a request still waits for one.
 */
export function isExpectedAtStart(error: unknown): boolean {
  if (!(error instanceof AppError) || process.uptime() > STARTING_SECONDS) return false;
  return error.code === 'unavailable' || 'Retry-After' in error.headers;
}
