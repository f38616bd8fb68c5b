import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@florin/contracts';
import { startLoop } from '@florin/runtime/loop';
import type { Revocations } from './revocations.ts';
import type { Principal } from './session-cache.ts';

/** Cuts streams whose principal has lost access. */
export interface StreamGuard {
  /**
   * Cuts a stream once its token is revoked or expired, its caller changes, or identity cannot be
   * reached: within two seconds. Passes no data while the state is unknown.
   */
  guard(
    response: ServerResponse,
    principal: Principal,
    authenticateAgain: () => Promise<Principal>,
  ): void;
  /** Called after each batch of revocations; one with gaps may concern any stream. */
  review(isComplete: boolean): void;
}

const CHECK_EVERY_MS = 500;
const AFTER_ERROR_MS = 100;
/** A short outage of identity is tolerated, but no stream continues unchecked beyond this. */
const UNCHECKED_MS_MAX = 1_500;

export function makeStreamGuard(
  revocations: Pick<Revocations, 'isCurrent' | 'applied'>,
  mayPass: () => boolean,
): StreamGuard {
  const open = new Map<ServerResponse, Principal>();

  return {
    guard(response, principal, authenticateAgain) {
      if (principal.subjects.length === 0) return;
      if (!revocations.isCurrent(principal)) {
        response.destroy();
        return;
      }
      open.set(response, principal);
      const checks = checkRepeatedly(authenticateAgain, principal, () => response.destroy());
      response.once('close', () => {
        open.delete(response);
        void checks.stop();
      });
      passOnlyWhile(response, mayPass);
    },
    review(isComplete) {
      const applied = revocations.applied() ?? 0;
      for (const [response, principal] of open) {
        // Advances its revision, so that revocations may be evicted once the stream is reviewed.
        if (isComplete && revocations.isCurrent(principal))
          open.set(response, { ...principal, revision: Math.max(principal.revision, applied) });
        else response.destroy();
      }
    },
  };
}

function checkRepeatedly(
  authenticateAgain: () => Promise<Principal>,
  { caller }: Principal,
  cut: () => void,
) {
  let checkedAtMs = performance.now();
  return startLoop(
    async () => {
      const startedAtMs = performance.now();
      if (isDeepStrictEqual((await authenticateAgain()).caller, caller)) checkedAtMs = startedAtMs;
      else cut();
      return 'rest';
    },
    { restMs: CHECK_EVERY_MS, restAfterErrorMs: AFTER_ERROR_MS },
    (error) => {
      const isRefused = error instanceof AppError && error.code !== 'unavailable';
      if (isRefused || performance.now() - checkedAtMs > UNCHECKED_MS_MAX) cut();
    },
  );
}

/** A process that was suspended may read from the service before it reads the revocations. */
function passOnlyWhile(response: ServerResponse, mayPass: () => boolean): void {
  const write: ServerResponse['write'] = response.write.bind(response);
  response.write = ((...chunk: Parameters<typeof write>) => {
    if (mayPass()) return write(...chunk);
    response.destroy();
    return false;
  }) as ServerResponse['write'];
}
