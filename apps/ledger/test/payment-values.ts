import type {
  PaymentAttempt,
  PaymentContext,
  PaymentRequest,
} from '../src/domain/payment-request/model.ts';
import { ACCOUNT, contextOf, currency, NOW } from './builders.ts';

export { NOW };

/** A pending request for 1000 that expires in a minute. */
export function paymentRequest(change: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    id: '01900000-0000-7000-8000-00000000000a',
    accountId: ACCOUNT,
    version: 1n,
    status: 'pending',
    amount: 1000n,
    currency: currency('USD'),
    customerEmail: 'customer@example.com',
    customerId: null,
    returnUrl: null,
    reference: 'order 7',
    metadata: { order: 7 },
    token: 'token',
    key: null,
    expiresAt: NOW + 60_000,
    savesFor: null,
    consent: null,
    failedAttempts: 0,
    declineCode: null,
    transactionId: null,
    createdAt: NOW - 1_000,
    updatedAt: NOW - 1_000,
    ...change,
  };
}

/** A processing attempt. */
export function attempt(change: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return {
    id: '01900000-0000-7000-8000-00000000000b',
    accountId: ACCOUNT,
    paymentId: '01900000-0000-7000-8000-00000000000a',
    status: 'processing',
    processor: 'test',
    processorReference: null,
    declineCode: null,
    card: null,
    consentText: null,
    createdAt: NOW - 500,
    updatedAt: NOW - 500,
    ...change,
  };
}

/** An empty account with these attempts. */
export function paymentContext(
  attempts: readonly PaymentAttempt[] = [],
  change: Parameters<typeof contextOf>[2] = {},
): PaymentContext {
  const { balance, now, newId } = contextOf({}, undefined, change);
  return { balance, attempts, now, newId };
}
