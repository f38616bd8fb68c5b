import type { Answer } from '@florin/testing';
import type { TestAccount } from './start-ledger.ts';

/** Requests 1000 from a customer, unless `change` says otherwise. */
export function requestPayment(
  account: TestAccount,
  change: object = {},
  idempotencyKey?: string,
): Promise<Answer> {
  return account.call('POST', '/v1/payments', {
    body: {
      account_id: account.publicId,
      amount: 1000,
      currency: 'USD',
      customer_email: 'customer@example.com',
      ...change,
    },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}
