import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Caller } from '@florin/contracts';

interface Acting {
  readonly actor: Actor | undefined;
  readonly hasLeft: () => boolean;
  isAudited: boolean;
}

const acting = new AsyncLocalStorage<Acting>();

/**
 * Does work for whoever asked for it: what it changes is theirs in the audit log.
 * @param hasLeft tells whether they no longer wait for it.
 */
export function actFor<Result>(
  actor: Actor | undefined,
  work: () => Result,
  hasLeft: () => boolean = () => false,
): Result {
  return acting.run({ actor, hasLeft, isAudited: false }, work);
}

/** Who asked for what is done now; undefined when Florin acts by itself. */
export function currentActor(): Actor | undefined {
  return acting.getStore()?.actor;
}

/** Tells, then and later, whether whoever asked for what is done now has left. */
export function callerHasLeft(): () => boolean {
  return acting.getStore()?.hasLeft ?? (() => false);
}

/** Says that an event tells what is done now, and who asked for it. */
export function markAudited(): void {
  const now = acting.getStore();
  if (now) now.isAudited = true;
}

/** Whether an event tells what was done since `actFor` began. */
export function isAudited(): boolean {
  return acting.getStore()?.isAudited ?? false;
}

/** A caller as the audit log names them, and what they asked for. */
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
