import type { Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import type { RpcsOf } from '@florin/grpc';
import type { Assertion } from '@florin/runtime/caller';

export interface GateOperations {
  readonly closeGate: (accountId: Uuid) => Promise<void>;
  readonly endSubscriptions: (accountId: Uuid, requestId: string) => Promise<void>;
}

/** Billing's part in the closing of an account. */
export function gateRpcs({
  closeGate,
  endSubscriptions,
}: GateOperations): RpcsOf<(typeof grpcServices)['billing']['service']> {
  return {
    async CloseGate({ accountId }) {
      await closeGate(accountId);
      return {};
    },
    async EndSubscriptions({ accountId }, { requestId }: Assertion) {
      await endSubscriptions(accountId, requestId);
      return {};
    },
  };
}
