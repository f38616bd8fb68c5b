import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** The parts of an account's money, in minor units of its currency. */
export const subAccounts = ['available', 'held', 'settled', 'fees', 'external'] as const;
type SubAccount = (typeof subAccounts)[number];

/** Minor units by sub-account. The parts of a movement, and of a balance, add up to zero. */
export type Amounts = Readonly<Record<SubAccount, bigint>>;

/** An account in the ledger: the one row that every command locks. */
export interface Balance {
  readonly accountId: Uuid;
  readonly currency: Currency;
  readonly status: 'open' | 'closed';
  readonly amounts: Amounts;
  /** Number of the account's last entry; numbers have no gaps. */
  readonly entrySequence: bigint;
  /** Last id created under this account's lock; null before the first. */
  readonly lastId: Uuid | null;
  readonly version: bigint;
}

const zero: Amounts = { available: 0n, held: 0n, settled: 0n, fees: 0n, external: 0n };

/** Moves an amount from one sub-account to another. */
export function move(from: SubAccount, to: SubAccount, amount: bigint): Amounts {
  return { ...zero, [from]: -amount, [to]: amount };
}

/** Sums movements into one. */
export function addAmounts(a: Amounts, b: Amounts): Amounts {
  return {
    available: a.available + b.available,
    held: a.held + b.held,
    settled: a.settled + b.settled,
    fees: a.fees + b.fees,
    external: a.external + b.external,
  };
}

/** The balance of a new account. */
export function openBalance(accountId: Uuid, currency: Currency): Balance {
  return {
    accountId,
    currency,
    status: 'open',
    amounts: zero,
    entrySequence: 0n,
    lastId: null,
    version: 1n,
  };
}
