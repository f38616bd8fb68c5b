import { addAmounts, move } from '../balance.ts';
import { created } from '../transaction/decide-create.ts';
import {
  type Decision,
  type DecisionContext,
  type Refusal,
  refuse,
  type Transaction,
} from '../transaction/model.ts';
import type { Deposit, FundMovement, Withdraw } from './model.ts';

/** Result of a funds command; `decision` is null if it was done before. */
export interface FundsChange {
  readonly accepted: true;
  readonly movement: FundMovement;
  readonly decision: (Decision & { readonly accepted: true }) | null;
}

export type FundsDecision = FundsChange | Refusal;

/**
 * Takes money out of an account: settled money first, because the account has earned it, then
 * available money. Also from a closed account, which is frozen only for its owners.
 */
export function decideWithdraw(
  context: DecisionContext,
  earlier: FundMovement | undefined,
  command: Withdraw,
): FundsDecision {
  const { balance } = context;
  const { key, purpose, amount, amountMin, ends, reference, metadata } = command;
  if (earlier)
    return isFulfilledBy(command, earlier)
      ? { accepted: true, movement: earlier, decision: null }
      : refuse('conflict', `the key ${key} was already used for a different movement`);
  if (command.currency !== balance.currency) return otherCurrency(context, command.currency);
  const { settled, available } = balance.amounts;
  const there = settled + available;
  if (there < amountMin)
    return refuse(
      'insufficient_funds',
      `the account has ${there} of ${amount}; record a credit first, or wait until payments have settled`,
    );
  const taken = lesser(there, amount);
  const fromSettled = lesser(settled, taken);
  const fromAvailable = taken - fromSettled;
  const to = ends ? 'external' : 'held';
  const transaction = created(
    context,
    { type: 'payment', amount: taken, reference, metadata, refundOf: null },
    { status: ends ? 'succeeded' : 'pending' },
  );
  return {
    accepted: true,
    movement: {
      accountId: balance.accountId,
      key,
      purpose,
      amount: taken,
      fromSettled,
      fromAvailable,
      atOnce: ends,
      status: ends ? 'succeeded' : 'pending',
      transactionId: transaction.id,
    },
    decision: {
      accepted: true,
      transaction,
      movement: {
        kind: ends ? 'withdraw' : 'set_aside',
        amounts: addAmounts(move('settled', to, fromSettled), move('available', to, fromAvailable)),
      },
    },
  };
}

/** Whether the existing movement of this key matches the request. */
function isFulfilledBy(
  { purpose, amount, amountMin, ends }: Withdraw,
  earlier: FundMovement,
): boolean {
  const isWithin = earlier.amount >= amountMin && earlier.amount <= amount;
  return earlier.purpose === purpose && earlier.atOnce === ends && isWithin;
}

function lesser(a: bigint, b: bigint): bigint {
  return a > b ? b : a;
}

/** Ends a withdrawal: it has left, or is returned to its origin. */
export function decideEnd(
  { now }: DecisionContext,
  movement: FundMovement,
  transaction: Transaction | undefined,
  outcome: 'paid' | 'returned',
): FundsDecision {
  const status = outcome === 'paid' ? 'succeeded' : 'canceled';
  if (movement.status === status) return { accepted: true, movement, decision: null };
  if (movement.status !== 'pending' || !transaction)
    return refuse('conflict', `the withdrawal ${movement.key} has ended; it is ${movement.status}`);
  const { amount, fromSettled, fromAvailable } = movement;
  const version = transaction.version + 1n;
  const changed: Transaction = { ...transaction, version, status, updatedAt: now };
  return {
    accepted: true,
    movement: { ...movement, status },
    decision: {
      accepted: true,
      transaction: outcome === 'paid' ? changed : { ...changed, canceledAt: now },
      movement:
        outcome === 'paid'
          ? { kind: 'pay_out', amounts: move('held', 'external', amount) }
          : {
              kind: 'return',
              amounts: addAmounts(
                move('held', 'settled', fromSettled),
                move('held', 'available', fromAvailable),
              ),
            },
    },
  };
}

/** Credits returned money in any state of the account, because the money has arrived. */
export function decideDeposit(
  context: DecisionContext,
  earlier: FundMovement | undefined,
  { key, amount, currency, reference, metadata }: Deposit,
): FundsDecision {
  if (earlier)
    return earlier.purpose === 'deposit' && earlier.amount === amount
      ? { accepted: true, movement: earlier, decision: null }
      : refuse('conflict', `the key ${key} was already used for a different movement`);
  if (currency !== context.balance.currency) return otherCurrency(context, currency);
  const transaction = created(
    context,
    { type: 'credit', amount, reference, metadata, refundOf: null },
    { status: 'succeeded' },
  );
  return {
    accepted: true,
    movement: {
      accountId: context.balance.accountId,
      key,
      purpose: 'deposit',
      amount,
      fromSettled: 0n,
      fromAvailable: 0n,
      atOnce: true,
      status: 'succeeded',
      transactionId: transaction.id,
    },
    decision: {
      accepted: true,
      transaction,
      movement: { kind: 'deposit', amounts: move('external', 'available', amount) },
    },
  };
}

function otherCurrency({ balance }: DecisionContext, currency: string): Refusal {
  return refuse('currency_mismatch', `the account uses ${balance.currency}, not ${currency}`);
}
