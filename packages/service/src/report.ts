import { AppError } from '@florin/contracts';
import { isTransientDbError } from '@florin/database';
import type { Logger } from './log.ts';

/**
 * Reports what went wrong in the background: trouble that passes by itself as a warning in one
 * line, everything else as an error with its stack.
 */
export function makeReport(log: Logger) {
  return (what: string) => (error: unknown) => {
    if (error instanceof AppError) log.warn({ reason: error.message }, what);
    else if (isTransientDbError(error)) log.warn({ reason: String(error) }, what);
    else log.error({ err: error }, what);
  };
}
