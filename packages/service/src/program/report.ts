import { AppError } from '@florin/contracts';
import { isTransientDbError, poolerHint } from '@florin/database';
import type { Logger } from './log.ts';

/** Returns a function that reports failures of this work: `cleaning up failed`. */
export type Report = (what: string) => (error: unknown) => void;

/** Reports background failures: transient ones as a one-line warning, others with their stack. */
export function makeReport(log: Logger): Report {
  return (what: string) => (error: unknown) => {
    const hint = poolerHint(error);
    const found = hint === undefined ? {} : { hint };
    if (error instanceof AppError) log.warn({ reason: error.message, ...found }, what);
    else if (isTransientDbError(error)) log.warn({ reason: String(error), ...found }, what);
    else log.error({ err: error }, what);
  };
}
