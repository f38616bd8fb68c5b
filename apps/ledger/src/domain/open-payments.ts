import type { Uuid } from '@florin/contracts';
import type { Balance } from './balance.ts';
import { decideCancelPayment } from './decide-payment.ts';
import type { Cause } from './event.ts';
import { apply, findBalance, type OpenBatch, prepareGround } from './open-batch.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import type { PaymentChange, PaymentGround } from './payment-decision.ts';
import { toPaymentEvent } from './payment-event.ts';
import type { PaymentRequest } from './payment-request.ts';

/** A payment request of this account; those of other accounts do not exist for it. */
export function findPayment(
  { payments, loaded }: OpenBatch,
  accountId: Uuid,
  id: Uuid | null,
): PaymentRequest | undefined {
  if (id === null) return undefined;
  const found = payments.get(id) ?? loaded.payments.requests.get(id);
  return found?.accountId === accountId ? found : undefined;
}

export function findPaymentByKey(
  batch: OpenBatch,
  accountId: Uuid,
  key: string | null,
): PaymentRequest | undefined {
  if (key === null) return undefined;
  return paymentsOf(batch, accountId).find((payment) => payment.key === key);
}

/** What a command on this payment request is decided on. */
export function preparePaymentGround(
  batch: OpenBatch,
  balance: Balance,
  payment: PaymentRequest | undefined,
): PaymentGround {
  const { now, newId } = prepareGround(batch, balance, undefined);
  return { balance, attempts: payment ? attemptsOf(batch, payment.id) : [], now, newId };
}

function attemptsOf({ attempts, loaded }: OpenBatch, paymentId: Uuid): readonly PaymentAttempt[] {
  const before = loaded.payments.attempts.get(paymentId) ?? [];
  const since = [...attempts.values()].filter((attempt) => attempt.paymentId === paymentId);
  return [...new Map([...before, ...since].map((attempt) => [attempt.id, attempt])).values()];
}

/** Takes what was decided into the batch: the request with its event, the attempt, the credit. */
export function applyPayment(
  batch: OpenBatch,
  cause: Cause,
  ground: PaymentGround,
  before: PaymentRequest | undefined,
  { payment, attempt, credit }: PaymentChange,
): void {
  const { balance, newId } = ground;
  const isNew = attempt !== undefined && !ground.attempts.includes(attempt);
  if (payment === before && !isNew) return; // Nothing has changed.
  if (attempt) batch.attempts.set(attempt.id, attempt);
  if (payment !== before) batch.payments.set(payment.id, payment);
  if (credit) apply(batch, cause, { ...ground, target: undefined }, { accepted: true, ...credit });
  // As for transactions: the account's last id is also its clock.
  else
    batch.balances.set(balance.accountId, {
      ...balance,
      lastId: newId(),
      version: balance.version + 1n,
    });
  const event = toPaymentEvent(before, payment, cause, batch.sources.newEventId);
  if (event) batch.events.push(event);
}

/** Cancels what can no longer be paid because the account closes. What is being paid goes on. */
export function cancelPayments(batch: OpenBatch, { accountId }: Balance, cause: Cause): void {
  for (const payment of paymentsOf(batch, accountId)) {
    const balance = findBalance(batch, accountId);
    if (!balance || payment.status !== 'pending') continue;
    const ground = preparePaymentGround(batch, balance, payment);
    const decision = decideCancelPayment(ground, payment, 'service');
    if (decision.accepted) applyPayment(batch, cause, ground, payment, decision);
  }
}

/** The account's payment requests that are known, as the batch has left them, oldest first. */
function paymentsOf({ loaded, payments }: OpenBatch, accountId: Uuid): readonly PaymentRequest[] {
  const all = new Map([...loaded.payments.requests, ...payments]);
  return [...all.values()]
    .filter((payment) => payment.accountId === accountId)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
