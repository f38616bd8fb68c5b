import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Caller } from '@florin/contracts';

const acting = new AsyncLocalStorage<Actor | undefined>();

/** Does work for whoever asked for it: what it changes is theirs in the audit log. */
export function actFor<Result>(actor: Actor | undefined, work: () => Result): Result {
  return acting.run(actor, work);
}

/** Who asked for what is done now; undefined when Florin acts by itself. */
export function currentActor(): Actor | undefined {
  return acting.getStore();
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
