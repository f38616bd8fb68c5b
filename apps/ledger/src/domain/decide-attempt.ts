import { toPublicId } from '@florin/contracts';
import { BALANCE_MINOR_MAX } from '@florin/money';
import { move } from './balance.ts';
import { created } from './decide-create.ts';
import { refuse } from './decision.ts';
import { timeOfId } from './next-id.ts';
import { ABANDONED, type AttemptOutcome, type PaymentAttempt } from './payment-attempt.ts';
import { isBeingPaid, type PaymentDecision, type PaymentGround } from './payment-decision.ts';
import { DECLINES_MAX, type PaymentRequest } from './payment-request.ts';

/** Reserves a payment request for one attempt, before any processor hears of it. */
export function decideBegin(
  ground: PaymentGround,
  payment: PaymentRequest,
  processor: string,
): PaymentDecision {
  const { balance, now, newId } = ground;
  if (payment.status !== 'pending') return refuse('conflict', `it is ${payment.status}`);
  if (isBeingPaid(ground)) return refuse('conflict', 'it is being paid already');
  if (payment.expiresAt <= now) return refuse('conflict', 'it has expired');
  if (balance.status === 'closed') return refuse('conflict', 'its account is closed');
  // As for credits: what was taken must fit when it comes.
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
    createdAt,
    updatedAt: createdAt,
  };
  return { accepted: true, payment, attempt };
}

/**
 * Takes what the processor has made of an attempt. What it took is credited even if the account
 * was closed meanwhile. An attempt that has ended before stays as it is.
 */
export function decideFinish(
  ground: PaymentGround,
  payment: PaymentRequest,
  attempt: PaymentAttempt,
  outcome: AttemptOutcome,
): PaymentDecision {
  if (attempt.status !== 'processing') return { accepted: true, payment, attempt };
  if (outcome.status === 'succeeded') return succeed(ground, payment, attempt, outcome);
  const isDeclined = outcome.status === 'declined';
  const failedAttempts = payment.failedAttempts + (isDeclined ? 1 : 0);
  const ended: PaymentAttempt = {
    ...attempt,
    status: 'declined',
    processorReference: isDeclined ? outcome.reference : null,
    declineCode: isDeclined ? outcome.code : ABANDONED,
    card: isDeclined ? outcome.card : null,
    updatedAt: ground.now,
  };
  return {
    accepted: true,
    payment: { ...payment, failedAttempts, ...endOf(ground, payment, failedAttempts) },
    attempt: ended,
  };
}

/** What an attempt without success may put an end to. */
function endOf(
  { balance, now }: PaymentGround,
  { version }: PaymentRequest,
  failedAttempts: number,
): Partial<PaymentRequest> {
  const end = { version: version + 1n, updatedAt: now };
  if (balance.status === 'closed') return { ...end, status: 'canceled' };
  return failedAttempts >= DECLINES_MAX ? { ...end, status: 'failed' } : {};
}

function succeed(
  ground: PaymentGround,
  payment: PaymentRequest,
  attempt: PaymentAttempt,
  { reference, card }: AttemptOutcome & { status: 'succeeded' },
): PaymentDecision {
  const transaction = created(
    { ...ground, target: undefined },
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
