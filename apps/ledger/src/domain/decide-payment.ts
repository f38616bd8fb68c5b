import { refuse } from './decision.ts';
import { timeOfId } from './next-id.ts';
import type { Canceler, RequestPayment } from './payment-command.ts';
import { isBeingPaid, type PaymentDecision, type PaymentGround } from './payment-decision.ts';
import { PAYMENT_WINDOW_MS, type PaymentRequest } from './payment-request.ts';

/** Makes a payment request, or finds the one that its key has made before. */
export function decideRequest(
  { balance, newId }: PaymentGround,
  earlier: PaymentRequest | undefined,
  command: RequestPayment,
): PaymentDecision {
  const { amount, currency, customerEmail, returnUrl, reference, metadata, token, key } = command;
  if (earlier)
    return earlier.amount === amount && earlier.currency === currency
      ? { accepted: true, payment: earlier }
      : refuse('conflict', `payment request ${key} was made for another amount`);
  if (balance.status === 'closed') return refuse('not_found', 'this account is closed');
  if (currency !== balance.currency)
    return refuse(
      'invalid_request',
      `currency: this account keeps ${balance.currency}, so its customers pay in ${balance.currency}`,
    );
  const id = newId();
  const createdAt = timeOfId(id);
  const payment: PaymentRequest = {
    id,
    accountId: balance.accountId,
    version: 1n,
    status: 'pending',
    amount,
    currency,
    customerEmail,
    returnUrl,
    reference,
    metadata,
    token,
    key,
    expiresAt: command.expiresAt ?? createdAt + PAYMENT_WINDOW_MS,
    savesFor: command.savesFor,
    failedAttempts: 0,
    transactionId: null,
    createdAt,
    updatedAt: createdAt,
  };
  return { accepted: true, payment };
}

/** Repeating it changes nothing. */
export function decideCancelPayment(
  ground: PaymentGround,
  payment: PaymentRequest,
  by: Canceler,
): PaymentDecision {
  if (payment.status === 'canceled') return { accepted: true, payment };
  if (payment.status === 'succeeded')
    return refuse('conflict', 'this payment request has been paid: give the money back instead');
  if (payment.status === 'failed')
    return refuse('not_cancellable', 'this payment request has failed: nobody can pay it any more');
  if (by === 'client' && payment.key !== null)
    return refuse(
      'conflict',
      `this is how the invoice ${payment.reference} is paid: void that by POST /v1/invoices/${payment.reference}/void, and this is canceled with it`,
    );
  if (isBeingPaid(ground))
    return refuse('conflict', 'a customer is paying it right now: try again in a minute');
  return { accepted: true, payment: canceled(ground, payment) };
}

export function decideExpirePayment(
  ground: PaymentGround,
  payment: PaymentRequest,
): PaymentDecision {
  if (payment.status !== 'pending') return refuse('conflict', `it is ${payment.status}`);
  if (payment.expiresAt > ground.now) return refuse('conflict', 'it is not due yet');
  if (isBeingPaid(ground)) return refuse('conflict', 'a customer is paying it right now');
  return { accepted: true, payment: canceled(ground, payment) };
}

function canceled({ now }: PaymentGround, payment: PaymentRequest): PaymentRequest {
  return { ...payment, version: payment.version + 1n, status: 'canceled', updatedAt: now };
}
