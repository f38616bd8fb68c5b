import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';
import type { OpeningCalls } from './opening.ts';

export interface Clients {
  readonly identity: PromiseClient<(typeof grpcServices)['identity']['service']>;
  readonly ledger: PromiseClient<(typeof grpcServices)['balances']['service']>;
}

/** Longest wait for another service within one step. */
export const CALL_TIMEOUT_MS = 1_500;

/** The calls of an opening over gRPC. */
export function makeOpeningCalls({ identity, ledger }: Clients): OpeningCalls {
  return {
    async reserveOwner({ id, email, name, passwordHash, creatorUserId, isPlatform, requestId }) {
      await identity.reserveOwner(
        {
          accountId: id,
          email,
          name,
          passwordHash,
          role: isPlatform ? 'admin' : 'owner',
          creatorUserId: creatorUserId ?? '',
        },
        { requestId, timeoutMs: CALL_TIMEOUT_MS },
      );
    },
    async openBalance({ id, settings, requestId }) {
      await ledger.openBalance(
        { accountId: id, currency: settings.currency },
        { requestId, timeoutMs: CALL_TIMEOUT_MS },
      );
    },
    async confirmOwner({ id, requestId }) {
      await identity.confirmOwner({ accountId: id }, { requestId, timeoutMs: CALL_TIMEOUT_MS });
    },
  };
}
