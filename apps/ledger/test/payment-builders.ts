import type { Answer } from '@florin/testing';
import type { TestAccount } from './start-ledger.ts';

/** Asks a customer for 1000, or for what `change` says. */
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
