import { AppError } from '@florin/contracts';
import type { Logger } from '@florin/service';

/** A busy machine takes this long to start all services. */
const STARTUP_MS = 120_000;

/** Logs that a service does not answer, once for each outage. */
export interface OutageLog {
  report(
    error: unknown,
    message: string,
    about: { readonly hasEverWorked: boolean; readonly service?: string },
  ): void;
  /** The service has answered. */
  ended(): void;
}

export function makeOutageLog(log: Logger): OutageLog {
  let isReported = false;
  return {
    report(error, message, { hasEverWorked, ...about }) {
      if (isReported || (!hasEverWorked && mayStillStart(error))) return;
      isReported = true;
      log.warn({ ...about, err: error }, message);
    },
    ended() {
      isReported = false;
    },
  };
}

/**
 * A service started together with this process may not listen yet. `/readyz` names it, so a warning
 * at every start would be noise. Wrong responses are still logged.
 */
function mayStillStart(error: unknown): boolean {
  // Counted from the start of the process.
  const isStarting = performance.now() < STARTUP_MS;
  return isStarting && error instanceof AppError && error.code === 'unavailable';
}
