import { AppError } from '@florin/contracts';

/** All services start at once, which on a busy machine takes many times the usual ten seconds. */
const STARTING_SECONDS = 60;

/**
 * Whether an error is expected shortly after the start: another service does not answer yet, or the
 * first attempt at a request waits for one.
 */
export function isExpectedAtStart(error: unknown): boolean {
  if (!(error instanceof AppError) || process.uptime() > STARTING_SECONDS) return false;
  return error.code === 'unavailable' || 'Retry-After' in error.headers;
}
