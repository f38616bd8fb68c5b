import type { AppError, DomainEvent, Reply, Uuid } from '@florin/contracts';
import type { Amounts, Balance } from '../balance.ts';
import type { Cause } from '../events.ts';
import type { FundMovement, FundsCommand } from '../funds/model.ts';
import type { PaymentCommand } from '../payment-request/commands.ts';
import type { PaymentAttempt, PaymentRequest } from '../payment-request/model.ts';
import type { Charge, Command, EntryKind, Transaction } from '../transaction/model.ts';

/** The Idempotency-Key of a command, scoped to its account and route. */
export interface IdempotencyKey {
  readonly route: string;
  readonly key: string;
  /** Hash of the request as parsed by this version. */
  readonly requestHash: string;
  /** Hash of the request as sent; null for keys of versions without it. */
  readonly sentHash: string | null;
}

/** A command sent to the ledger. */
export interface CommandRequest {
  readonly accountId: Uuid;
  readonly command: AnyCommand;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  readonly cause: Cause;
}

/** The result of a command: a reply, or an error that leaves no trace. */
export type Verdict = Reply | AppError;

/** A row of the journal: a movement, and the account's state after it. */
export interface Entry {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly sequence: bigint;
  readonly transactionId: Uuid;
  readonly kind: EntryKind;
  readonly amounts: Amounts;
  readonly after: Amounts;
}

/** A reply stored with its key. */
export interface KeyedReply extends IdempotencyKey {
  readonly accountId: Uuid;
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** A charge, with its permanent key. */
export interface MadeCharge {
  readonly accountId: Uuid;
  readonly key: string;
  readonly amount: bigint;
  readonly transactionId: Uuid;
}

/** Key of a charge among those of all accounts. */
export function nameOfCharge(accountId: Uuid, key: string): string {
  return `${accountId} ${key}`;
}

/** Key of a reply among those of all accounts and routes. */
export function nameOfKey(accountId: Uuid, { route, key }: IdempotencyKey): string {
  return `${accountId} ${route} ${key}`;
}

/** Payment requests of commands, and pending ones of accounts that are being closed. */
export interface LoadedPayments {
  readonly requests: ReadonlyMap<Uuid, PaymentRequest>;
  /** All their attempts, by payment request. */
  readonly attempts: ReadonlyMap<Uuid, readonly PaymentAttempt[]>;
}

/** Rows read under the locks of all accounts of a batch. */
export interface Loaded {
  readonly balances: ReadonlyMap<Uuid, Balance>;
  /** Transactions of commands, and all pending ones of accounts that are being closed. */
  readonly transactions: ReadonlyMap<Uuid, Transaction>;
  /** Keyed by `nameOfKey`. */
  readonly replies: ReadonlyMap<string, KeyedReply>;
  /** Keyed by `nameOfCharge`. */
  readonly charges: ReadonlyMap<string, MadeCharge>;
  readonly payments: LoadedPayments;
  /** Keyed by `nameOfMovement`. */
  readonly funds: ReadonlyMap<string, FundMovement>;
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number;
}

/** All rows that a batch writes. */
export interface Writes {
  readonly balances: readonly Balance[];
  readonly created: readonly Transaction[];
  readonly changed: readonly Transaction[];
  readonly entries: readonly Entry[];
  readonly replies: readonly KeyedReply[];
  readonly charges: readonly MadeCharge[];
  readonly payments: readonly PaymentRequest[];
  readonly attempts: readonly PaymentAttempt[];
  readonly funds: readonly FundMovement[];
  readonly events: readonly DomainEvent[];
}

/** Commands of the ledger. Each concerns one account. */
export type AnyCommand = Command | Charge | CloseBalance | PaymentCommand | FundsCommand;

/** Closes an account's balance: concerns all of its holds instead of one transaction. */
export interface CloseBalance {
  readonly kind: 'close';
}

/** The transaction that a command concerns or refers to. */
export function concernedBy(command: AnyCommand): Uuid | null {
  if (command.kind === 'create') return command.refundOf;
  return 'transactionId' in command ? command.transactionId : null;
}
