import type { grpcServices } from '@florin/contracts/protos';
import type { RpcsOf } from '@florin/grpc';
import type { Assertion } from '@florin/runtime/caller';
import { closeGate, endSubscriptions, type GatesDeps } from './operations.ts';

/** Billing's part in the closing of an account. */
export function gateRpcs(deps: GatesDeps): RpcsOf<(typeof grpcServices)['billing']['service']> {
  return {
    async CloseGate({ accountId }) {
      await closeGate(deps, accountId);
      return {};
    },
    async EndSubscriptions({ accountId }, { requestId }: Assertion) {
      await endSubscriptions(deps, accountId, requestId);
      return {};
    },
  };
}
