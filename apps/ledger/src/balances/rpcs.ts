import { currencyOf, type RpcCall } from '@florin/grpc';
import type { PostingDeps } from '../posting/submit.ts';
import { changeCurrency, openBalance } from './operations.ts';

interface CurrencyRequest {
  readonly accountId: string;
  readonly currency: string;
}

/** BalancesService, which accounts calls. */
export function balanceRpcs({ books, writer }: PostingDeps) {
  return {
    /** An account is being opened and needs a balance. */
    async OpenBalance(request: CurrencyRequest) {
      await openBalance(books.of(request.accountId), request.accountId, currencyOf(request));
      return {};
    },

    /** The currency of an account changes. */
    async ChangeCurrency(request: CurrencyRequest) {
      await changeCurrency(books.of(request.accountId), request.accountId, currencyOf(request));
      return {};
    },

    /** The account is being closed, permanently. */
    async CloseBalance(
      { accountId }: { readonly accountId: string },
      { requestId, deadline }: RpcCall,
    ) {
      const cause = { requestId, idempotencyKey: null };
      const request = { accountId, command: { kind: 'close' }, cause } as const;
      return (await writer.submit(request, deadline)).body;
    },
  };
}
