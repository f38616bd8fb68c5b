import type { Uuid } from '@florin/contracts';
import type { Assertion } from '@florin/runtime/caller';
import { closeGate, endSubscriptions, type GatesDeps } from './operations.ts';

/** RPCs for closing an account. */
export function gateRpcs(deps: GatesDeps) {
  return {
    async CloseGate({ accountId }: { readonly accountId: Uuid }) {
      await closeGate(deps, accountId);
      return {};
    },
    async EndSubscriptions({ accountId }: { readonly accountId: Uuid }, { requestId }: Assertion) {
      await endSubscriptions(deps, accountId, requestId);
      return {};
    },
  };
}
