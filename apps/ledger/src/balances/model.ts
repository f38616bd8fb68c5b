import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** The parts of an account's money, all in minor units of its one currency. */
export const subAccounts = ['available', 'held', 'settled', 'fees', 'external'] as const;
type SubAccount = (typeof subAccounts)[number];

/** Minor units by sub-account. The parts of a movement, and of a balance, add up to zero. */
export type Amounts = Readonly<Record<SubAccount, bigint>>;

/** What the ledger knows of an account: the one row that every command locks. */
export interface Balance {
  readonly accountId: Uuid;
  readonly currency: Currency;
  readonly status: 'open' | 'closed';
  readonly amounts: Amounts;
  /** Number of the account's last entry; the next one has the number after it. */
  readonly entrySequence: bigint;
  /** Last id made under this account's lock; null before the first. */
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

/** The balance of an account that has just been opened. */
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
