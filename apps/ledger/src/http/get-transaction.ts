import { transactionSchema } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import { toResource } from '../domain/transaction.ts';
import type { makeGetTransaction } from '../operations/get-transaction.ts';

export function getTransactionRoute(getTransaction: ReturnType<typeof makeGetTransaction>) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}',
    summary: 'Retrieve a transaction',
    token: 'session_or_key',
    scope: 'transactions:read',
    params: idParams({ transaction_id: 'transaction' }),
    replies: { 200: transactionSchema },
    errors: ['unauthorized', 'not_found'],
    async handle({ params, caller }) {
      const transaction = await getTransaction(caller, params.transaction_id);
      return { status: 200, body: toResource(transaction) };
    },
  });
}
