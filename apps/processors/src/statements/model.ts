import {
  type BankStatementResource,
  toPublicId,
  type UnmatchedMoneyResource,
  type UnmatchedReason,
  type Uuid,
} from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { BankOrder } from '../adapters/transfer/model.ts';

/** What becomes of an entry of a statement by itself. */
export type Match =
  | { readonly status: 'matched'; readonly order: BankOrder }
  /** A person has to look at it. */
  | { readonly status: 'unmatched'; readonly reason: UnmatchedReason }
  /** Money that the operator has paid to somebody: nothing of a customer's. */
  | { readonly status: 'outgoing' };

/** What a bank says has moved. */
export interface Movement {
  /** Minor units. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly creditDebit: 'credit' | 'debit';
  readonly isReversal: boolean;
}

/**
 * Which order an entry pays. Only the very amount pays one: what is less or more is for a person, since
 * nobody else knows what its payer wanted.
 * @param references those that the entry names
 * @param orders those that are known by these references
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

/** Why money does not pay an order; undefined where it does. */
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

/** An entry that could not be matched by itself. Minor units, instants in milliseconds since 1970. */
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
  /** The request by which it was assigned to an account. */
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

/** What one statement of a file has come to. */
export interface ReadStatement {
  readonly id: Uuid;
  readonly livemode: boolean;
  readonly format: 'camt.053' | 'csv';
  /** The bank's own name for it. */
  readonly bankReference: string | null;
  readonly account: string | null;
  readonly entries: number;
  /** Of these, what earlier statements have had already. */
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
