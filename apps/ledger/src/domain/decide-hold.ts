import { addAmounts, move } from './balance.ts';
import { type Decision, type Ground, refuse } from './decision.ts';
import type { Transaction } from './transaction.ts';

/** Takes up to the held amount and releases the rest; once. */
export function decideCapture(
  { now }: Ground,
  payment: Transaction,
  requested: bigint | null,
): Decision {
  const refusal = refuseUnlessPending(payment, 'captured');
  if (refusal) return refusal;
  const captured = requested ?? payment.amount;
  if (captured > payment.amount)
    return refuse('invalid_request', `amount: only ${payment.amount} is held`);
  const taken = move('held', 'settled', captured);
  const rest = move('held', 'available', payment.amount - captured);
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'succeeded', capturedAmount: captured }),
    movement: { kind: 'capture', amounts: addAmounts(taken, rest) },
  };
}

export function decideCancel({ now }: Ground, payment: Transaction): Decision {
  if (payment.status !== 'pending') return refuse('not_cancellable', whyNotCancellable(payment));
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'canceled', canceledAt: now }),
    movement: { kind: 'release', amounts: move('held', 'available', payment.amount) },
  };
}

export function decideSettle({ now }: Ground, payment: Transaction): Decision {
  const refusal = refuseUnlessPending(payment, 'settled') ?? refuseUnlessDue(payment, now);
  if (refusal) return refusal;
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'succeeded', capturedAmount: payment.amount }),
    movement: { kind: 'settle', amounts: move('held', 'settled', payment.amount) },
  };
}

/** Ends a hold that was never captured. */
export function decideExpire({ now }: Ground, payment: Transaction): Decision {
  const refusal = refuseUnlessPending(payment, 'expired') ?? refuseUnlessDue(payment, now);
  if (refusal) return refusal;
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'failed', failureReason: 'capture_expired' }),
    movement: { kind: 'release', amounts: move('held', 'available', payment.amount) },
  };
}

function changed(before: Transaction, now: number, change: Partial<Transaction>): Transaction {
  return { ...before, ...change, version: before.version + 1n, dueAt: null, updatedAt: now };
}

function refuseUnlessPending({ status }: Transaction, done: string): Decision | undefined {
  if (status === 'pending') return undefined;
  return refuse('conflict', `only a pending payment can be ${done}; this transaction is ${status}`);
}

function refuseUnlessDue({ dueAt }: Transaction, now: number): Decision | undefined {
  return dueAt !== null && dueAt <= now ? undefined : refuse('conflict', 'it is not due yet');
}

function whyNotCancellable({ type, status }: Transaction): string {
  if (status === 'succeeded' && type === 'payment')
    return 'this payment has succeeded: give the money back by POST /v1/transactions with type refund and refund_of_id';
  return `only a pending transaction can be canceled; this ${type} is ${status}`;
}
