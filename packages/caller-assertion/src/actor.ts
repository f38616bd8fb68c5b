import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Caller } from '@florin/contracts';

interface Acting {
  readonly actor: Actor | undefined;
  isTold: boolean;
}

const acting = new AsyncLocalStorage<Acting>();

/** Does work for whoever asked for it: what it changes is theirs in the audit log. */
export function actFor<Result>(actor: Actor | undefined, work: () => Result): Result {
  return acting.run({ actor, isTold: false }, work);
}

/** Who asked for what is done now; undefined when Florin acts by itself. */
export function currentActor(): Actor | undefined {
  return acting.getStore()?.actor;
}

/** Says that an event tells what is done now, and who asked for it. */
export function markTold(): void {
  const now = acting.getStore();
  if (now) now.isTold = true;
}

/** Whether an event tells what was done since `actFor` began. */
export function isTold(): boolean {
  return acting.getStore()?.isTold ?? false;
}

/** A caller as the audit log names them. */
export function toActor(caller: Caller, address: string | undefined): Actor {
  return {
    user_id: caller.userId,
    session_id: caller.sessionId,
    api_key_id: caller.apiKeyId ?? null,
    role: caller.role,
    address: address ?? null,
  };
}
