import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** Money that leaves an account. */
export interface Withdrawal {
  readonly accountId: Uuid;
  /** Permanent key, which makes the withdrawal idempotent. */
  readonly key: string;
  /** Minor units. */
  readonly amount: bigint;
  /** Minimum amount to take; equal to `amount` for all or nothing. */
  readonly amountMin: bigint;
  readonly currency: Currency;
  readonly purpose: 'refund' | 'dispute' | 'payout' | 'fee';
  /** True if final at once; otherwise held until `end`. */
  readonly ends: boolean;
  readonly reference: string | null;
  /** Shown on its transaction. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Withdrawn {
  readonly transactionId: Uuid;
  /** The amount taken, in minor units. */
  readonly amount: bigint;
}

/** Money movements in the ledger on behalf of processors. All are idempotent. */
export interface Funds {
  /** @throws AppError insufficient_funds, currency_mismatch, not_found, unavailable */
  withdraw(withdrawal: Withdrawal, requestId: string): Promise<Withdrawn>;
  /** Ends a withdrawal: its money has been paid out, or returns to the account. */
  end(
    of: Pick<Withdrawal, 'accountId' | 'key'>,
    outcome: 'paid' | 'returned',
    requestId: string,
  ): Promise<void>;
  /** Returns money that had left, even to a closed account. */
  deposit(
    money: Pick<Withdrawal, 'accountId' | 'key' | 'amount' | 'currency' | 'reference' | 'metadata'>,
    requestId: string,
  ): Promise<Pick<Withdrawn, 'transactionId'>>;
}
