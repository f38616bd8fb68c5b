import { AppError, isReplayable, type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Balance } from '../balance.ts';
import {
  apply,
  type BatchState,
  findBalance,
  prepareContext,
  withIdempotencyKey,
} from '../batch/batch.ts';
import type { IdempotencyKey, Verdict } from '../batch/model.ts';
import { type Cause, eventsOf } from '../events.ts';
import {
  type PaymentCommand,
  paymentOf,
  type RequestPayment,
} from '../payment-request/commands.ts';
import {
  decideBegin,
  decideCancelPayment,
  decideExpirePayment,
  decideFinish,
  decideRequest,
} from '../payment-request/decide.ts';
import {
  NO_MONEY_BACK,
  type PaymentAttempt,
  type PaymentChange,
  type PaymentContext,
  type PaymentDecision,
  type PaymentRequest,
  toLinkedResource,
  toPaymentResource,
} from '../payment-request/model.ts';

/** Decides a command on payment requests within a batch. */
export function answerPayment(
  batch: BatchState,
  balance: Balance,
  command: PaymentCommand,
  { key, cause }: { readonly key: IdempotencyKey | undefined; readonly cause: Cause },
): Verdict {
  const before =
    command.kind === 'request_payment'
      ? findPaymentByKey(batch, balance.accountId, command.key)
      : findPayment(batch, balance.accountId, paymentOf(command));
  if (!before && command.kind !== 'request_payment') return unknown();
  return withIdempotencyKey(batch, balance.accountId, key, () => {
    const context = preparePaymentContext(batch, balance, before);
    const decision =
      command.kind === 'request_payment'
        ? decideRequest(context, before, command)
        : before && decide(context, before, command);
    if (!decision) return unknown();
    if (!decision.accepted) {
      const reply = refuse(decision.code, decision.message);
      return isReplayable(reply) ? reply : new AppError(decision.code, decision.message);
    }
    applyPayment(batch, cause, context, before, decision);
    return toReply(command, decision);
  });
}

/** Undefined if the attempt to end does not belong to this payment request. */
function decide(
  context: PaymentContext,
  before: PaymentRequest,
  command: Exclude<PaymentCommand, RequestPayment>,
): PaymentDecision | undefined {
  switch (command.kind) {
    case 'cancel_payment':
      return decideCancelPayment(context, before, command.by);
    case 'expire_payment':
      return decideExpirePayment(context, before);
    case 'begin_attempt':
      return decideBegin(context, before, command);
    case 'finish_attempt': {
      const attempt = context.attempts.find(({ id }) => id === command.attemptId);
      return attempt && decideFinish(context, before, attempt, command.outcome);
    }
    default:
      return command satisfies never;
  }
}

/** The reply to an accepted command; stored with its key in the same transaction. */
function toReply(command: PaymentCommand, { payment, attempt }: PaymentChange): Reply {
  switch (command.kind) {
    case 'request_payment': {
      const { updated_at: _, ...made } = toLinkedResource(payment, command.linkBase, NO_MONEY_BACK);
      return { status: 201, body: made };
    }
    case 'cancel_payment':
      return { status: 200, body: toLinkedResource(payment, command.linkBase, NO_MONEY_BACK) };
    case 'expire_payment':
      return { status: 200, body: {} };
    case 'begin_attempt':
    case 'finish_attempt':
      return { status: 200, body: { attemptId: attempt?.id, status: attempt?.status } };
    default:
      return command satisfies never;
  }
}

function unknown(): AppError {
  return new AppError('not_found', 'there is no payment request with this id');
}

/** A payment request of this account; those of other accounts are not found. */
function findPayment(
  { payments, loaded }: BatchState,
  accountId: Uuid,
  id: Uuid | null,
): PaymentRequest | undefined {
  if (id === null) return undefined;
  const found = payments.get(id) ?? loaded.payments.requests.get(id);
  return found?.accountId === accountId ? found : undefined;
}

function findPaymentByKey(
  batch: BatchState,
  accountId: Uuid,
  key: string | null,
): PaymentRequest | undefined {
  if (key === null) return undefined;
  return paymentsOf(batch, accountId).find((payment) => payment.key === key);
}

/** Context for deciding a command on this payment request. */
function preparePaymentContext(
  batch: BatchState,
  balance: Balance,
  payment: PaymentRequest | undefined,
): PaymentContext {
  const { now, newId } = prepareContext(batch, balance, undefined);
  return { balance, attempts: payment ? attemptsOf(batch, payment.id) : [], now, newId };
}

function attemptsOf({ attempts, loaded }: BatchState, paymentId: Uuid): readonly PaymentAttempt[] {
  const before = loaded.payments.attempts.get(paymentId) ?? [];
  const since = [...attempts.values()].filter((attempt) => attempt.paymentId === paymentId);
  return [...new Map([...before, ...since].map((attempt) => [attempt.id, attempt])).values()];
}

/** Adds a decision to the batch: the request with its event, the attempt, the credit. */
function applyPayment(
  batch: BatchState,
  cause: Cause,
  context: PaymentContext,
  before: PaymentRequest | undefined,
  { payment, attempt, credit }: PaymentChange,
): void {
  const { balance, newId } = context;
  const isNew = attempt !== undefined && !context.attempts.includes(attempt);
  if (payment === before && !isNew) return; // Nothing has changed.
  if (attempt) batch.attempts.set(attempt.id, attempt);
  if (payment !== before) batch.payments.set(payment.id, payment);
  if (credit) apply(batch, cause, { ...context, target: undefined }, { accepted: true, ...credit });
  // As for transactions, the account's last id is also its clock.
  else
    batch.balances.set(balance.accountId, {
      ...balance,
      lastId: newId(),
      version: balance.version + 1n,
    });
  const event = toPaymentEvent(before, payment, cause, batch.sources.newEventId);
  if (event) batch.events.push(event);
}

/** Cancels payment requests of an account that closes, except those being paid. */
export function cancelPayments(batch: BatchState, { accountId }: Balance, cause: Cause): void {
  for (const payment of paymentsOf(batch, accountId)) {
    const balance = findBalance(batch, accountId);
    if (!balance || payment.status !== 'pending') continue;
    const context = preparePaymentContext(batch, balance, payment);
    const decision = decideCancelPayment(context, payment, 'service');
    if (decision.accepted) applyPayment(batch, cause, context, payment, decision);
  }
}

/** The account's known payment requests, including the batch's changes, oldest first. */
function paymentsOf({ loaded, payments }: BatchState, accountId: Uuid): readonly PaymentRequest[] {
  const all = new Map([...loaded.payments.requests, ...payments]);
  return [...all.values()]
    .filter((payment) => payment.accountId === accountId)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const toPaymentEvent = eventsOf(toPaymentResource, (_before, { status }) =>
  status === 'pending' ? 'payment.created' : `payment.${status}`,
);
