import { timeOfId } from '@florin/contracts';
import { BALANCE_MINOR_MAX } from '@florin/money';
import { move } from '../balance.ts';
import {
  type Charge,
  type CreateTransaction,
  type Decision,
  type DecisionContext,
  type Movement,
  refuse,
  type Transaction,
} from './model.ts';

/** A hold with manual capture expires after this time. */
export const CAPTURE_WINDOW_MS = 7 * 86_400_000;

/** Decides a credit, payment or refund. Checks of the request precede checks of the balance. */
export function decideCreate(context: DecisionContext, command: CreateTransaction): Decision {
  const { balance } = context;
  if (balance.status === 'closed') return refuse('not_found', 'this account is closed');
  if (command.currency !== balance.currency)
    return refuse(
      'currency_mismatch',
      `currency: the account uses ${balance.currency}, but the request has ${command.currency}`,
    );
  switch (command.type) {
    case 'credit':
      return decideCredit(context, command);
    case 'payment':
      return decidePayment(context, command);
    case 'refund':
      return command.refundOf === null
        ? decideUntiedRefund(context, command)
        : decideTiedRefund(context, command);
    default:
      return command.type satisfies never;
  }
}

function decideCredit(context: DecisionContext, command: CreateTransaction): Decision {
  // All money in an account came from outside, so this limits every part of it.
  if (command.amount - context.balance.amounts.external > BALANCE_MINOR_MAX)
    return refuse('invalid_request', `a balance cannot exceed ${BALANCE_MINOR_MAX} minor units`);
  return {
    accepted: true,
    transaction: created(context, command, { status: 'succeeded' }),
    movement: { kind: 'credit', amounts: move('external', 'available', command.amount) },
  };
}

function decidePayment(context: DecisionContext, command: CreateTransaction): Decision {
  const { available } = context.balance.amounts;
  if (available < command.amount)
    return refuse(
      'insufficient_funds',
      `balance is ${available}, this needs ${command.amount}; record a credit first (POST /v1/transactions with type credit)`,
    );
  const holdMs = command.capture === 'manual' ? CAPTURE_WINDOW_MS : command.settlementDelayMs;
  return {
    accepted: true,
    transaction: created(context, command, {
      status: 'pending',
      capture: command.capture,
      dueAt: context.now + holdMs,
    }),
    movement: { kind: 'hold', amounts: move('available', 'held', command.amount) },
  };
}

function decideTiedRefund(context: DecisionContext, command: CreateTransaction): Decision {
  const payment = context.target;
  if (payment?.status === 'succeeded' && payment.type === 'payment' && payment.capture === null)
    return refuse(
      'invalid_request',
      'refund_of_id: money that has left the account cannot be refunded',
    );
  if (payment?.type !== 'payment' || payment.capturedAmount === null)
    return refuse('invalid_request', 'refund_of_id: must be a succeeded payment of this account');
  const left = payment.capturedAmount - payment.refundedAmount;
  if (command.amount > left)
    return refuse('invalid_request', `amount: only ${left} of this payment can still be refunded`);
  const refund = decideUntiedRefund(context, command);
  if (!refund.accepted) return refund;
  const related = {
    ...payment,
    version: payment.version + 1n,
    refundedAmount: payment.refundedAmount + command.amount,
    updatedAt: refund.transaction.createdAt,
  };
  return { ...refund, related };
}

/** Refunds settled money. */
function decideUntiedRefund(context: DecisionContext, command: CreateTransaction): Decision {
  const { settled } = context.balance.amounts;
  if (settled < command.amount)
    return refuse(
      'insufficient_funds',
      `settled money is ${settled}, this needs ${command.amount}; refund less, or wait until payments have settled`,
    );
  const movement: Movement = {
    kind: 'refund',
    amounts: move('settled', 'available', command.amount),
  };
  return {
    accepted: true,
    transaction: created(context, command, { status: 'succeeded' }),
    movement,
  };
}

type NewTransaction = Pick<
  CreateTransaction,
  'type' | 'amount' | 'reference' | 'metadata' | 'refundOf'
>;

/** A new transaction, with the next id of its account. */
export function created(
  { balance, newId }: DecisionContext,
  { type, amount, reference, metadata, refundOf }: NewTransaction,
  outcome: Pick<Transaction, 'status'> & Partial<Transaction>,
): Transaction {
  const id = newId();
  const createdAt = timeOfId(id);
  return {
    id,
    accountId: balance.accountId,
    version: 1n,
    type,
    amount,
    currency: balance.currency,
    reference,
    metadata,
    capture: null,
    capturedAmount: null,
    refundedAmount: 0n,
    refundOf,
    failureReason: null,
    dueAt: null,
    createdAt,
    updatedAt: createdAt,
    canceledAt: null,
    ...outcome,
  };
}

/**
 * Takes a charge of billing from the available balance. It succeeds at once, and the account's
 * owners cannot refund it because nothing counts as captured.
 */
export function decideCharge(context: DecisionContext, command: Charge): Decision {
  const { balance } = context;
  const { amount, currency, reference } = command;
  if (balance.status === 'closed') return refuse('not_found', 'this account is closed');
  if (currency !== balance.currency)
    return refuse('currency_mismatch', `the account uses ${balance.currency}, not ${currency}`);
  if (balance.amounts.available < amount)
    return refuse(
      'insufficient_funds',
      `balance is ${balance.amounts.available}, this needs ${amount}; record a credit first`,
    );
  const transaction = created(
    context,
    { type: 'payment', amount, reference, metadata: {}, refundOf: null },
    { status: 'succeeded' },
  );
  return {
    accepted: true,
    transaction,
    movement: { kind: 'charge', amounts: move('available', 'fees', amount) },
  };
}
