import {
  type BankStatementResource,
  toPublicId,
  type UnmatchedMoneyResource,
  type UnmatchedReason,
  type Uuid,
} from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { BankOrder } from './bank-order.ts';

/** Result of automatic matching. */
export type Match =
  | { readonly status: 'matched'; readonly order: BankOrder }
  /** Needs a person's decision. */
  | { readonly status: 'unmatched'; readonly reason: UnmatchedReason }
  /** A payment by the operator, unrelated to customers. */
  | { readonly status: 'outgoing' };

/** Money moved according to the bank. */
export interface Movement {
  /** Minor units. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly creditDebit: 'credit' | 'debit';
  readonly isReversal: boolean;
}

/**
 * Matches an entry with the order it pays. Only the exact amount matches; anything else needs a
 * person, who can find out the payer's intention.
 * @param references of the entry
 * @param orders with these references
 */
export function matchEntry(
  entry: Movement,
  references: readonly string[],
  orders: readonly BankOrder[],
): Match {
  const unmatched = (reason: UnmatchedReason): Match => ({ status: 'unmatched', reason });
  if (entry.isReversal) return unmatched('reversal');
  if (entry.creditDebit === 'debit') return { status: 'outgoing' };
  const [order, another] = orders;
  if (!order) return unmatched(references.length === 0 ? 'no_reference' : 'unknown_reference');
  if (another) return unmatched('several_references');
  const fault = findFault(entry.amountMinor, entry.currency, order);
  return fault ? unmatched(fault) : { status: 'matched', order };
}

/** Why money does not pay an order; undefined if it does. */
export function findFault(
  amount: bigint,
  currency: Currency,
  order: BankOrder,
): UnmatchedReason | undefined {
  if (order.status === 'paid') return 'paid_before';
  if (order.status === 'canceled') return 'canceled';
  if (order.currency !== currency) return 'other_currency';
  return order.amount === amount ? undefined : 'other_amount';
}

/**
 * An entry that could not be matched automatically. Minor units, instants in milliseconds since
 * 1970.
 */
export interface UnmatchedMoney {
  readonly id: Uuid;
  readonly statementId: Uuid;
  readonly livemode: boolean;
  /** YYYY-MM-DD. */
  readonly bookingDate: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly direction: Movement['creditDebit'];
  readonly isReversal: boolean;
  readonly reference: string | null;
  readonly remittance: string | null;
  readonly endToEndId: string | null;
  readonly payerName: string | null;
  readonly payerIban: string | null;
  readonly status: 'unmatched' | 'assigned' | 'returned';
  readonly reason: UnmatchedReason;
  /** The payment that it was assigned to. */
  readonly paymentId: Uuid | null;
  readonly accountId: Uuid | null;
  readonly note: string | null;
  /** The request that assigned it to an account. */
  readonly assignedBy: Uuid | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function toUnmatchedResource(money: UnmatchedMoney): UnmatchedMoneyResource {
  const { paymentId, accountId } = money;
  return {
    id: toPublicId('unmatchedMoney', money.id),
    object: 'unmatched_money',
    livemode: money.livemode,
    bank_statement_id: toPublicId('bankStatement', money.statementId),
    status: money.status === 'unmatched' ? 'open' : money.status,
    reason: money.reason,
    amount: toJsonAmount(money.amount),
    currency: money.currency,
    direction: money.direction,
    booking_date: money.bookingDate,
    payer_name: money.payerName,
    payer_iban: money.payerIban,
    reference: money.reference,
    remittance: money.remittance,
    end_to_end_id: money.endToEndId,
    payment_id: paymentId && toPublicId('paymentRequest', paymentId),
    account_id: accountId && toPublicId('account', accountId),
    note: money.note,
    created_at: new Date(money.createdAt).toISOString(),
    updated_at: new Date(money.updatedAt).toISOString(),
  };
}

/** Summary of one imported statement. */
export interface ReadStatement {
  readonly id: Uuid;
  readonly livemode: boolean;
  readonly format: 'camt.053' | 'csv';
  /** The bank's id. */
  readonly bankReference: string | null;
  readonly account: string | null;
  readonly entries: number;
  /** Entries already known from earlier statements. */
  readonly known: number;
  readonly matched: number;
  readonly unmatched: number;
  readonly createdAt: number;
}

export function toStatementResource(statement: ReadStatement): BankStatementResource {
  return {
    id: toPublicId('bankStatement', statement.id),
    object: 'bank_statement',
    livemode: statement.livemode,
    format: statement.format,
    bank_reference: statement.bankReference,
    account_number: statement.account,
    entry_count: statement.entries,
    known_count: statement.known,
    matched_count: statement.matched,
    unmatched_count: statement.unmatched,
    created_at: new Date(statement.createdAt).toISOString(),
  };
}
