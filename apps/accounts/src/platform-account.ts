import { AppError, type Reply } from '@florin/contracts';
import type { Logger, Worker } from '@florin/service';

/** The services that the platform account needs may start later. */
const REST_MS = 60_000;
const REST_AFTER_ERROR_MS = 500;
/** All services start at once: for so long it is expected that some do not answer. */
const STARTING_MS = 30_000;

/**
 * Opens the platform account at the very first start, and tries again for as long as that is refused:
 * the cause may be mended meanwhile.
 * @returns the worker that does so, and whether there has been an answer: before the first admin can
 * log in, no client is sent here.
 */
export function makePlatformAccount(openAccount: () => Promise<Reply | undefined>, log: Logger) {
  const startedAtMs = performance.now();
  let isAnswered = false;
  const worker: Worker = {
    name: 'opening the platform account',
    async round() {
      const refusal = await openAccount();
      isAnswered = true;
      if (refusal)
        log.error({ refusal: refusal.body }, 'there is no admin: set another FLORIN_ADMIN_EMAIL');
    },
    restMs: REST_MS,
    restAfterErrorMs: REST_AFTER_ERROR_MS,
    expects: (error) =>
      error instanceof AppError &&
      error.code === 'unavailable' &&
      performance.now() - startedAtMs < STARTING_MS,
  };
  return { worker, isReady: () => isAnswered };
}
