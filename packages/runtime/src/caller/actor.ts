import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Caller } from '@florin/contracts';

interface Acting {
  readonly actor: Actor | undefined;
  readonly hasLeft: () => boolean;
  isAudited: boolean;
}

const acting = new AsyncLocalStorage<Acting>();

/**
 * Runs work on behalf of a caller, whom the audit log then names.
 * @param hasLeft returns whether the caller has disconnected
 */
export function actFor<Result>(
  actor: Actor | undefined,
  work: () => Result,
  hasLeft: () => boolean = () => false,
): Result {
  return acting.run({ actor, hasLeft, isAudited: false }, work);
}

/** The caller of the current work; undefined if Florin acts by itself. */
export function currentActor(): Actor | undefined {
  return acting.getStore()?.actor;
}

/** A function that returns whether the caller of the current work has disconnected. */
export function callerHasLeft(): () => boolean {
  return acting.getStore()?.hasLeft ?? (() => false);
}

/** Marks the current work as audited: an event records it with its caller. */
export function markAudited(): void {
  const now = acting.getStore();
  if (now) now.isAudited = true;
}

/** Whether an event has recorded the work since `actFor` began. */
export function isAudited(): boolean {
  return acting.getStore()?.isAudited ?? false;
}

/** A caller and its operation as the audit log records them. */
export function toActor(caller: Caller, address: string | undefined, operation?: string): Actor {
  return {
    user_id: caller.userId,
    session_id: caller.sessionId,
    api_key_id: caller.apiKeyId ?? null,
    role: caller.role,
    address: address ?? null,
    ...(operation === undefined ? {} : { operation }),
  };
}
