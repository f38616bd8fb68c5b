import type { Uuid } from '@florin/contracts';
import type { PaymentCommand } from './payment-command.ts';
import type { Metadata, TransactionType } from './transaction.ts';

/** What the ledger can be asked to do. Each concerns one account. */
export type AnyCommand = Command | Charge | CloseBalance | PaymentCommand;

/** What it can be asked to do about a transaction. */
export type Command =
  | CreateTransaction
  | { readonly kind: 'capture'; readonly transactionId: Uuid; readonly amount: bigint | null }
  | { readonly kind: 'cancel'; readonly transactionId: Uuid }
  | UpdateTransaction
  | { readonly kind: 'settle'; readonly transactionId: Uuid }
  | { readonly kind: 'expire'; readonly transactionId: Uuid };

/** Billing takes money from an account, once for each key, for ever. */
export interface Charge {
  readonly kind: 'charge';
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string;
  readonly key: string;
}

/** Ends an account's balance: concerns all of its holds instead of one transaction. */
export interface CloseBalance {
  readonly kind: 'close';
}

export interface CreateTransaction {
  readonly kind: 'create';
  readonly type: TransactionType;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly capture: 'automatic' | 'manual';
  /** How long an automatic hold lasts before it settles. */
  readonly settlementDelayMs: number;
  readonly refundOf: Uuid | null;
}

export interface UpdateTransaction {
  readonly kind: 'update';
  readonly transactionId: Uuid;
  /** Fields in the request that are fixed for good; naming one refuses the update. */
  readonly fixedFields: readonly string[];
  /** Null clears it, undefined leaves it. */
  readonly reference: string | null | undefined;
  /** Merged by key, a null value deletes its key; null clears all, undefined leaves it. */
  readonly metadata: Metadata | null | undefined;
}

/** The transaction that a command is about, or refers to. */
export function concernedBy(command: AnyCommand): Uuid | null {
  if (command.kind === 'create') return command.refundOf;
  return 'transactionId' in command ? command.transactionId : null;
}
