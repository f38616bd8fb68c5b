import type { Uuid } from '@florin/contracts';
import { type Column, insertRows, saveRowsIn, updateRows } from '@florin/database';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { fromStandingText, toStandingText } from '../../domain/books/model.ts';
import type { Line } from '../../domain/charge.ts';
import { toCurrency } from '../../domain/currency.ts';
import type { Discount } from '../../domain/discount/model.ts';
import { withDerivedStanding } from '../../domain/invoice/carry-over.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import {
  type CustomerFilter,
  ofCustomer,
  ofEmail,
  type PageRequest,
  selectSoldOrPaid,
} from '../../lists.ts';
import type { BillingTables, InvoiceRow } from '../../schema.ts';

type Tx = Transaction<BillingTables>;

export async function findInvoice(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom('invoice_documents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toInvoice(row);
}

/** The only invoice for this cause. */
export async function findInvoiceOf(
  db: Kysely<BillingTables>,
  subscriptionId: Uuid,
  cause: string,
): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('cause', '=', cause)
    .executeTakeFirst();
  return row && toInvoice(row);
}

/**
 * An invoice of a subscription that this transaction has locked, which also protects its invoices.
 * @throws Error if there is no such invoice.
 */
export async function getInvoice(tx: Tx, id: Uuid): Promise<Invoice> {
  const invoice = await findInvoice(tx, id);
  if (!invoice) throw new Error(`there is no invoice ${id}`);
  return invoice;
}

/** The invoices that exist; for locked subscriptions, see {@link getInvoice}. */
export async function findInvoices(
  db: Kysely<BillingTables>,
  ids: readonly Uuid[],
): Promise<readonly Invoice[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('invoice_documents')
    .selectAll()
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(toInvoice);
}

/** The invoice of the last renewal and those of later changes, oldest first. */
export async function findInvoicesOfPeriod(
  db: Kysely<BillingTables>,
  subscriptionId: Uuid,
  rowsMax: number,
): Promise<readonly Invoice[]> {
  const { rows } = await sql<Selectable<InvoiceRow>>`
    select * from invoices
     where subscription_id = ${subscriptionId} and status <> 'draft'
       and id >= (select max(id::text)::uuid from invoices
                   where subscription_id = ${subscriptionId} and status <> 'draft'
                     and cause like 'period:%')
     order by id limit ${rowsMax}`.execute(db);
  return rows.map(toInvoice);
}

const idColumn: Column<Invoice> = ['id', 'uuid', ({ id }) => id];
const changingColumns: readonly Column<Invoice>[] = [
  ['version', 'bigint', ({ version }) => version],
  ['number', 'bigint', ({ number }) => number],
  ['document_number', 'text', ({ documentNumber }) => documentNumber],
  ['status', 'text', ({ status }) => status],
  ['attempt_count', 'integer', ({ attemptCount }) => attemptCount],
  ['reminder_count', 'integer', ({ reminderCount }) => reminderCount],
  ['failure_reason', 'text', ({ failureReason }) => failureReason],
  ['decline_code', 'text', ({ declineCode }) => declineCode],
  ['due_at', 'timestamptz', ({ dueAt }) => dueAt],
  ['sent_at', 'timestamptz', ({ sentAt }) => sentAt],
  ['outside_reference', 'text', ({ outsideReference }) => outsideReference],
  ['outside_payments', 'json text', ({ outsidePayments }) => toPaymentsText(outsidePayments)],
  ['credited', 'bigint', ({ credited }) => credited],
  ['credited_owed', 'bigint', ({ creditedOwed }) => creditedOwed],
  ['standing', 'json text', ({ standing }) => toStandingText(standing)],
  ['booked_version', 'bigint', ({ bookedVersion }) => bookedVersion],
  ['payment_id', 'uuid', ({ payment }) => payment?.id ?? null],
  ['payment_url', 'text', ({ payment }) => payment?.url ?? null],
  ['payment_state', 'text', ({ paymentState }) => paymentState],
  ['is_paid_early', 'boolean', ({ isPaidEarly }) => isPaidEarly],
  ['transaction_id', 'uuid', ({ transactionId }) => transactionId],
  ['finalized_at', 'timestamptz', ({ finalizedAt }) => finalizedAt],
  ['paid_at', 'timestamptz', ({ paidAt }) => paidAt],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt],
];
const firstColumns: readonly Column<Invoice>[] = [
  idColumn,
  ['seller_id', 'uuid', ({ sellerId }) => sellerId],
  ['payer_account_id', 'uuid', ({ payerAccountId }) => payerAccountId],
  ['customer_id', 'uuid', ({ customerId }) => customerId],
  ['customer_reference', 'text', ({ customerReference }) => customerReference],
  ['subscription_id', 'uuid', ({ subscriptionId }) => subscriptionId],
  ['cause', 'text', ({ cause }) => cause],
  ['currency', 'text', ({ currency }) => currency],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
];
/** Columns of a draft that can still change. */
const draftColumns: readonly Column<Invoice>[] = [
  ['amount', 'bigint', ({ amount }) => amount],
  ['lines', 'json text', ({ lines }) => toJsonText(lines)],
  [
    'discounts',
    'json text',
    ({ discounts }) => (discounts.length > 0 ? toJsonText(discounts) : null),
  ],
  ['parties', 'json text', ({ parties }) => parties && JSON.stringify(parties)],
  ['memo', 'text', ({ memo }) => memo],
  ['po_number', 'text', ({ poNumber }) => poNumber],
  ['due_days', 'integer', ({ dueDays }) => dueDays],
  ['collection_method', 'text', ({ collectionMethod }) => collectionMethod],
];
const allColumns = [...firstColumns, ...draftColumns, ...changingColumns];
const INSERT = insertRows<Invoice>('invoices', allColumns);
const INSERT_ONE_OFF = insertRows<Invoice>('one_off_invoices', allColumns);
const UPDATE = updateRows('invoices', [idColumn], changingColumns);
const UPDATE_ONE_OFF = updateRows(
  'one_off_invoices',
  [idColumn],
  [...draftColumns, ...changingColumns],
);

function toPaymentsText(payments: Invoice['outsidePayments']): string | null {
  return payments.length === 0 ? null : toJsonText(payments);
}

/** UNIQUE(subscription, cause) prevents two invoices for the same cause. */
export function insertInvoices(tx: Tx, invoices: readonly Invoice[]): Promise<void> {
  return saveRowsIn(tx, INSERT, invoices);
}

export function insertOneOff(tx: Tx, invoice: Invoice): Promise<void> {
  return saveRowsIn(tx, INSERT_ONE_OFF, [invoice]);
}

export async function updateInvoices(tx: Tx, invoices: readonly Invoice[]): Promise<void> {
  const isOneOff = ({ subscriptionId }: Invoice) => subscriptionId === null;
  await saveRowsIn(
    tx,
    UPDATE,
    invoices.filter((invoice) => !isOneOff(invoice)),
  );
  await saveRowsIn(tx, UPDATE_ONE_OFF, invoices.filter(isOneOff));
}

/** Locks a one-off invoice until the transaction ends. */
export async function lockOneOff(tx: Tx, id: Uuid): Promise<Invoice | undefined> {
  const row = await tx
    .selectFrom('one_off_invoices')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toInvoice(row);
}

/** Deletes a draft. Drafts have no number, so there is no gap. */
export async function deleteOneOff(tx: Tx, id: Uuid): Promise<void> {
  await tx
    .deleteFrom('one_off_invoices')
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute();
}

/** Deletes drafts whose charge failed. Drafts have no number, so there is no gap. */
export async function deleteDrafts(tx: Tx, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from invoices where id = any(${ids}::uuid[]) and status = 'draft'`.execute(tx);
}

export function toInvoice(row: Selectable<InvoiceRow>): Invoice {
  const { payment_id, payment_url } = row;
  return withDerivedStanding({
    id: row.id,
    version: Number(row.version),
    sellerId: row.seller_id,
    payerAccountId: row.payer_account_id,
    customerId: row.customer_id,
    customerReference: row.customer_reference,
    subscriptionId: row.subscription_id,
    cause: row.cause,
    number: row.number,
    documentNumber: row.document_number,
    parties: row.parties === null ? null : (JSON.parse(row.parties) as Invoice['parties']),
    status: row.status,
    amount: row.amount,
    currency: toCurrency(row.currency),
    lines: fromJsonText<readonly Line[]>(row.lines),
    discounts: row.discounts === null ? [] : fromJsonText<readonly Discount[]>(row.discounts),
    attemptCount: row.attempt_count,
    reminderCount: row.reminder_count,
    failureReason: row.failure_reason,
    declineCode: row.decline_code,
    dueAt: row.due_at?.getTime() ?? null,
    dueDays: row.due_days,
    collectionMethod:
      row.subscription_id === null ? (row.collection_method ?? 'send_invoice') : null,
    memo: row.memo,
    poNumber: row.po_number,
    sentAt: row.sent_at?.getTime() ?? null,
    outsideReference: row.outside_reference,
    outsidePayments:
      row.outside_payments === null
        ? []
        : fromJsonText<Invoice['outsidePayments']>(row.outside_payments),
    credited: row.credited,
    creditedOwed: row.credited_owed,
    standing: fromStandingText(row.standing),
    bookedVersion: Number(row.booked_version),
    payment: payment_id && payment_url ? { id: payment_id, url: payment_url } : null,
    paymentState: row.payment_state,
    isPaidEarly: row.is_paid_early,
    transactionId: row.transaction_id,
    finalizedAt: row.finalized_at?.getTime() ?? null,
    paidAt: row.paid_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  });
}

export interface InvoiceFilter extends PageRequest {
  readonly customer: CustomerFilter | undefined;
  /** Null matches no subscription. */
  readonly subscriptionId: Uuid | null | undefined;
  readonly status: string | undefined;
  readonly email: string | undefined;
  readonly number: string | undefined;
}

/** Matches the document number; without a format of the seller, the plain number. */
function hasNumber(number: string): RawBuilder<boolean> {
  const isPlain = /^[1-9]\d{0,17}$/.test(number);
  const plain = sql`document_number is null and number = ${isPlain ? BigInt(number) : null}`;
  return sql`(document_number = ${number} or ${plain})`;
}

/** In paging order. */
export async function selectInvoices(
  db: Kysely<BillingTables>,
  filter: InvoiceFilter,
  rowsMax: number,
): Promise<readonly Invoice[]> {
  const { customer, email, subscriptionId, status, number } = filter;
  const condition = sql<boolean>`${ofCustomer(customer, filter)} and ${ofEmail(email, filter)}
    and ${number === undefined ? sql`true` : hasNumber(number)}
    and ${subscriptionId === undefined ? sql`true` : sql`subscription_id = ${subscriptionId}`}
    and ${status === undefined ? sql`true` : sql`status = ${status}`}`;
  const page = selectSoldOrPaid('invoice_documents', filter, condition, rowsMax);
  const { rows } = await sql<Selectable<InvoiceRow>>`${page}`.execute(db);
  return rows.map(toInvoice);
}
