import { newId, type Uuid } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';
import { type Amounts, type Balance, openBalance } from '../src/domain/balance.ts';
import { nextId } from '../src/domain/ids.ts';
import type {
  CreateTransaction,
  DecisionContext,
  Transaction,
} from '../src/domain/transaction/model.ts';

export const NOW = Date.UTC(2026, 0, 31, 12);
export const ACCOUNT: Uuid = '01900000-0000-7000-8000-000000000001';

export function currency(code: string): Currency {
  const parsed = parseCurrency(code);
  if (!parsed) throw new Error(`${code} is no currency`);
  return parsed;
}

/** A balanced balance: its money came from outside. */
export function balanceWith(amounts: Partial<Amounts>, change: Partial<Balance> = {}): Balance {
  const open = openBalance(ACCOUNT, currency('USD'));
  const inside = { ...open.amounts, ...amounts };
  const external = -(inside.available + inside.held + inside.settled + inside.fees);
  return { ...open, amounts: { ...inside, external }, ...change };
}

/** A pending payment of 100 that is due in a minute. */
export function payment(change: Partial<Transaction> = {}): Transaction {
  return {
    id: newId(),
    accountId: ACCOUNT,
    version: 1n,
    type: 'payment',
    status: 'pending',
    amount: 100n,
    currency: currency('USD'),
    reference: null,
    metadata: {},
    capture: 'automatic',
    capturedAmount: null,
    refundedAmount: 0n,
    refundOf: null,
    failureReason: null,
    dueAt: NOW + 60_000,
    createdAt: NOW - 1_000,
    updatedAt: NOW - 1_000,
    canceledAt: null,
    ...change,
  };
}

/** A payment with a captured amount of 100 by default. */
export function captured(change: Partial<Transaction> = {}): Transaction {
  return payment({ status: 'succeeded', capturedAmount: 100n, dueAt: null, ...change });
}

export function creation(change: Partial<CreateTransaction> = {}): CreateTransaction {
  return {
    kind: 'create',
    type: 'credit',
    amount: 100n,
    currency: 'USD',
    reference: null,
    metadata: {},
    capture: 'automatic',
    settlementDelayMs: 60_000,
    refundOf: null,
    ...change,
  };
}

export function contextOf(
  amounts: Partial<Amounts>,
  target?: Transaction,
  change: Partial<Balance> = {},
): DecisionContext {
  const balance = balanceWith(amounts, change);
  let last = balance.lastId;
  return {
    balance,
    target,
    now: NOW,
    newId() {
      last = nextId(last, NOW, () => 0n);
      return last;
    },
  };
}
