import { currencyOf } from '@florin/grpc';
import { type PayoutRouteDeps, payOutRest } from './operations.ts';

interface PayOutRestRequest {
  readonly accountId: string;
  readonly currency: string;
}

/** RPC for the accounts service. */
export function payoutRpcs(deps: PayoutRouteDeps) {
  return {
    /** Called when an account was closed. */
    async PayOutRest(request: PayOutRestRequest, { requestId }: { readonly requestId: string }) {
      const { accountId } = request;
      const payout = await payOutRest(deps, {
        accountId,
        currency: currencyOf(request),
        requestId,
      });
      return { payoutId: payout?.id ?? '', amount: String(payout?.amount ?? 0) };
    },
  };
}
