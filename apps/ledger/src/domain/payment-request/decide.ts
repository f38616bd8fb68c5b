import { timeOfId, toPublicId } from '@florin/contracts';
import { BALANCE_MINOR_MAX } from '@florin/money';
import { move } from '../balance.ts';
import { created } from '../transaction/decide-create.ts';
import { refuse } from '../transaction/model.ts';
import type { BeginAttempt, Canceler, RequestPayment } from './commands.ts';
import {
  ABANDONED,
  type AttemptOutcome,
  DECLINES_MAX,
  isBeingPaid,
  PAYMENT_WINDOW_MS,
  type PaymentAttempt,
  type PaymentContext,
  type PaymentDecision,
  type PaymentRequest,
} from './model.ts';

/** Creates a payment request, or finds the one created with this key. */
export function decideRequest(
  { balance, newId }: PaymentContext,
  earlier: PaymentRequest | undefined,
  command: RequestPayment,
): PaymentDecision {
  const { amount, currency, customerEmail, customerId, returnUrl } = command;
  const { reference, metadata, token, key } = command;
  if (earlier)
    return earlier.amount === amount && earlier.currency === currency
      ? { accepted: true, payment: earlier }
      : refuse('conflict', `payment request ${key} was created for another amount`);
  if (balance.status === 'closed') return refuse('not_found', 'this account is closed');
  if (currency !== balance.currency)
    return refuse(
      'invalid_request',
      `currency: this account uses ${balance.currency}, so its customers pay in ${balance.currency}`,
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
    customerId,
    returnUrl,
    reference,
    metadata,
    token,
    key,
    expiresAt: command.expiresAt ?? createdAt + PAYMENT_WINDOW_MS,
    savesFor: command.savesFor,
    consent: command.consent,
    failedAttempts: 0,
    declineCode: null,
    transactionId: null,
    createdAt,
    updatedAt: createdAt,
  };
  return { accepted: true, payment };
}

/** Idempotent. */
export function decideCancelPayment(
  context: PaymentContext,
  payment: PaymentRequest,
  by: Canceler,
): PaymentDecision {
  if (payment.status === 'canceled') return { accepted: true, payment };
  if (payment.status === 'succeeded')
    return refuse('conflict', 'this payment request is paid; refund it instead');
  if (payment.status === 'failed')
    return refuse('not_cancellable', 'this payment request has failed; it can no longer be paid');
  if (by === 'client' && payment.key !== null)
    return refuse(
      'conflict',
      `this payment request belongs to invoice ${payment.reference}; void the invoice with POST /v1/invoices/${payment.reference}/void to cancel both`,
    );
  if (isBeingPaid(context))
    return refuse(
      'conflict',
      'a customer is paying this payment request right now; retry in a minute',
    );
  return { accepted: true, payment: canceled(context, payment) };
}

export function decideExpirePayment(
  context: PaymentContext,
  payment: PaymentRequest,
): PaymentDecision {
  if (payment.status !== 'pending') return refuse('conflict', `it is ${payment.status}`);
  if (payment.expiresAt > context.now) return refuse('conflict', 'it is not due yet');
  if (isBeingPaid(context)) return refuse('conflict', 'a customer is paying it right now');
  return { accepted: true, payment: canceled(context, payment) };
}

function canceled({ now }: PaymentContext, payment: PaymentRequest): PaymentRequest {
  return { ...payment, version: payment.version + 1n, status: 'canceled', updatedAt: now };
}

/** Reserves a payment request for one attempt, before the processor is called. */
export function decideBegin(
  context: PaymentContext,
  payment: PaymentRequest,
  {
    processor,
    consentText,
    isOnlyAttempt = false,
  }: Pick<BeginAttempt, 'processor' | 'consentText' | 'isOnlyAttempt'>,
): PaymentDecision {
  const { balance, now, newId } = context;
  if (payment.status !== 'pending') return refuse('conflict', `it is ${payment.status}`);
  if (isBeingPaid(context)) return refuse('conflict', 'it is being paid already');
  if (isOnlyAttempt && payment.failedAttempts > 0) return refuse('conflict', 'it was declined');
  if (payment.expiresAt <= now) return refuse('conflict', 'it has expired');
  if (balance.status === 'closed') return refuse('conflict', 'its account is closed');
  // As for credits, the amount must fit when it arrives.
  if (payment.amount - balance.amounts.external > BALANCE_MINOR_MAX)
    return refuse('conflict', 'its account can hold no more');
  const id = newId();
  const createdAt = timeOfId(id);
  const attempt: PaymentAttempt = {
    id,
    accountId: payment.accountId,
    paymentId: payment.id,
    status: 'processing',
    processor,
    processorReference: null,
    declineCode: null,
    card: null,
    consentText,
    createdAt,
    updatedAt: createdAt,
  };
  return { accepted: true, payment, attempt };
}

/**
 * Records the outcome of an attempt. Money taken is credited even if the account was closed
 * meanwhile. An attempt that has ended stays unchanged.
 */
export function decideFinish(
  context: PaymentContext,
  payment: PaymentRequest,
  attempt: PaymentAttempt,
  outcome: AttemptOutcome,
): PaymentDecision {
  if (attempt.status !== 'processing') return { accepted: true, payment, attempt };
  if (outcome.status === 'succeeded') return succeed(context, payment, attempt, outcome);
  const isDeclined = outcome.status === 'declined';
  const failedAttempts = payment.failedAttempts + (isDeclined ? 1 : 0);
  const ended: PaymentAttempt = {
    ...attempt,
    status: 'declined',
    processorReference: isDeclined ? outcome.reference : null,
    declineCode: isDeclined ? outcome.code : ABANDONED,
    card: isDeclined ? outcome.card : null,
    updatedAt: context.now,
  };
  return {
    accepted: true,
    payment: { ...payment, failedAttempts, ...endOf(context, payment, failedAttempts, ended) },
    attempt: ended,
  };
}

/** The end of the payment request that a failed attempt can cause. */
function endOf(
  { balance, now }: PaymentContext,
  { version }: PaymentRequest,
  failedAttempts: number,
  { declineCode }: PaymentAttempt,
): Partial<PaymentRequest> {
  const end = { version: version + 1n, updatedAt: now };
  if (balance.status === 'closed') return { ...end, status: 'canceled' };
  return failedAttempts >= DECLINES_MAX ? { ...end, status: 'failed', declineCode } : {};
}

function succeed(
  context: PaymentContext,
  payment: PaymentRequest,
  attempt: PaymentAttempt,
  { reference, card }: AttemptOutcome & { status: 'succeeded' },
): PaymentDecision {
  const transaction = created(
    { ...context, target: undefined },
    {
      type: 'credit',
      amount: payment.amount,
      reference: payment.reference,
      metadata: { payment_id: toPublicId('paymentRequest', payment.id) },
      refundOf: null,
    },
    { status: 'succeeded' },
  );
  const updatedAt = transaction.createdAt;
  return {
    accepted: true,
    payment: {
      ...payment,
      version: payment.version + 1n,
      status: 'succeeded',
      transactionId: transaction.id,
      updatedAt,
    },
    attempt: { ...attempt, status: 'succeeded', processorReference: reference, card, updatedAt },
    credit: {
      transaction,
      movement: { kind: 'credit', amounts: move('external', 'available', payment.amount) },
    },
  };
}
