import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';

/** Money that leaves an account. */
export interface Withdrawal {
  readonly accountId: Uuid;
  /** Names it for ever: asked for twice it is taken once. */
  readonly key: string;
  /** Minor units. */
  readonly amount: bigint;
  /** The least that is worth taking; `amount` takes all or nothing. */
  readonly amountMin: bigint;
  readonly currency: Currency;
  readonly purpose: 'refund' | 'dispute' | 'payout' | 'fee';
  /** Gone at once; otherwise held until `end` says what became of it. */
  readonly ends: boolean;
  readonly reference: string | null;
  /** Shown on its transaction. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Withdrawn {
  readonly transactionId: Uuid;
  /** What was taken, in minor units. */
  readonly amount: bigint;
}

/** What the ledger does with an account's money when processors move it. Each may be asked again. */
export interface Funds {
  /** @throws AppError insufficient_funds, currency_mismatch, not_found, unavailable */
  withdraw(withdrawal: Withdrawal, requestId: string): Promise<Withdrawn>;
  /** It has arrived outside, or is back where it came from. */
  end(
    of: Pick<Withdrawal, 'accountId' | 'key'>,
    outcome: 'paid' | 'returned',
    requestId: string,
  ): Promise<void>;
  /** Money comes back that had left; also into a closed account. */
  deposit(
    money: Pick<Withdrawal, 'accountId' | 'key' | 'amount' | 'currency' | 'reference' | 'metadata'>,
    requestId: string,
  ): Promise<Pick<Withdrawn, 'transactionId'>>;
}
