import type { Uuid } from '@florin/contracts';
import type { Metadata } from '../transaction/model.ts';

/** Reasons for which money leaves an account. */
export const purposes = ['refund', 'dispute', 'payout', 'fee'] as const;

/** Money that left an account or came back, under a permanent key. Amounts are minor units. */
export interface FundMovement {
  readonly accountId: Uuid;
  readonly key: string;
  readonly purpose: (typeof purposes)[number] | 'deposit';
  readonly amount: bigint;
  /** Origin of a withdrawal, where it is returned to. */
  readonly fromSettled: bigint;
  readonly fromAvailable: bigint;
  /** Whether it was never pending. */
  readonly atOnce: boolean;
  readonly status: 'pending' | 'succeeded' | 'canceled';
  readonly transactionId: Uuid;
}

export type FundsCommand = Withdraw | EndWithdrawal | Deposit;

export interface Withdraw {
  readonly kind: 'withdraw';
  readonly key: string;
  readonly purpose: (typeof purposes)[number];
  readonly amount: bigint;
  /** The smallest amount worth taking. */
  readonly amountMin: bigint;
  readonly currency: string;
  /** Leaves immediately. */
  readonly ends: boolean;
  readonly reference: string | null;
  readonly metadata: Metadata;
}

interface EndWithdrawal {
  readonly kind: 'end_withdrawal';
  readonly key: string;
  readonly outcome: 'paid' | 'returned';
}

export interface Deposit {
  readonly kind: 'deposit';
  readonly key: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
}

const kinds: readonly string[] = [
  'withdraw',
  'end_withdrawal',
  'deposit',
] satisfies FundsCommand['kind'][];

export function isFundsCommand(command: { readonly kind: string }): command is FundsCommand {
  return kinds.includes(command.kind);
}

/** Key of a movement among those of all accounts. */
export function nameOfMovement(accountId: Uuid, key: string): string {
  return `${accountId} ${key}`;
}
