import { AppError } from '@florin/contracts';
import { isTransientDbError } from '@florin/database';
import type { Logger } from './log.ts';

/** Gives a function that reports failures of what is named: `cleaning up failed`. */
export type Report = (what: string) => (error: unknown) => void;

/**
 * Reports what went wrong in the background: what passes by itself as a warning in one
 * line, everything else as an error with its stack.
 */
export function makeReport(log: Logger): Report {
  return (what: string) => (error: unknown) => {
    if (error instanceof AppError) log.warn({ reason: error.message }, what);
    else if (isTransientDbError(error)) log.warn({ reason: String(error) }, what);
    else log.error({ err: error }, what);
  };
}
