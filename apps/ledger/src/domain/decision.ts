import type { ErrorCode, Uuid } from '@florin/contracts';
import type { Amounts, Balance } from './balance.ts';
import type { Transaction } from './transaction.ts';

/** What a journal entry records. */
export type EntryKind = 'credit' | 'hold' | 'capture' | 'settle' | 'release' | 'refund' | 'charge';

export interface Movement {
  readonly kind: EntryKind;
  readonly amounts: Amounts;
}

/** What a decision is made on: all of it read under the account's lock. */
export interface Ground {
  readonly balance: Balance;
  /** The transaction that the command concerns, if it exists in this account. */
  readonly target: Transaction | undefined;
  /** Milliseconds since 1970, by the database's clock; never before what is there already. */
  readonly now: number;
  /** The next id of the account. */
  readonly newId: () => Uuid;
}

export type Decision =
  | {
      readonly accepted: true;
      /** The transaction as it is now. The same object as before when nothing changed. */
      readonly transaction: Transaction;
      /** Null when no money moves. */
      readonly movement: Movement | null;
      /** Another transaction that changes with it: the payment that a refund is tied to. */
      readonly related?: Transaction;
    }
  | Refusal;

export interface Refusal {
  readonly accepted: false;
  readonly code: ErrorCode;
  readonly message: string;
}

export function refuse(code: ErrorCode, message: string): Refusal {
  return { accepted: false, code, message };
}
