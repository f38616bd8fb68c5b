import type { Uuid } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Line } from '../domain/charge.ts';
import type { Invoice } from '../domain/invoice.ts';
import { fromJsonText, toJsonText } from './json-text.ts';
import type { BillingTables, InvoiceRow } from './schema.ts';

type Tx = Transaction<BillingTables>;

export async function findInvoice(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<Invoice | undefined> {
  const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toInvoice(row);
}

/** The one invoice that bills this cause. */
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

/** Whether a customer has paid an invoice at its page, which saves the card. */
export async function hasPaidAtPage(db: Kysely<BillingTables>, customerId: Uuid): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'paid')
    .where('payment_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Of a subscription that this transaction has locked: nobody else changes its invoices.
 * @throws Error when there is no such invoice.
 */
export async function getInvoice(tx: Tx, id: Uuid): Promise<Invoice> {
  const invoice = await findInvoice(tx, id);
  if (!invoice) throw new Error(`there is no invoice ${id}`);
  return invoice;
}

/** UNIQUE(subscription, cause) lets no two invoices bill the same. */
export async function insertInvoice(tx: Tx, invoice: Invoice): Promise<void> {
  const { id, sellerId, payerAccountId, customerId, subscriptionId, cause } = invoice;
  await tx
    .insertInto('invoices')
    .values({
      id,
      seller_id: sellerId,
      payer_account_id: payerAccountId,
      customer_id: customerId,
      customer_reference: invoice.customerReference,
      subscription_id: subscriptionId,
      cause,
      amount: invoice.amount,
      currency: invoice.currency,
      lines: toJsonText(invoice.lines),
      created_at: new Date(invoice.createdAt),
      ...toColumns(invoice),
    })
    .execute();
}

export async function updateInvoice(tx: Tx, invoice: Invoice): Promise<void> {
  await tx
    .updateTable('invoices')
    .set(toColumns(invoice))
    .where('id', '=', invoice.id)
    .executeTakeFirstOrThrow();
}

/** A draft whose charge came to nothing leaves no trace, and no gap in the numbers. */
export async function deleteDraft(tx: Tx, id: Uuid): Promise<void> {
  await tx.deleteFrom('invoices').where('id', '=', id).where('status', '=', 'draft').execute();
}

/** The seller's next number. Held until the transaction ends, so that none is ever left out. */
export async function takeNumber(tx: Tx, sellerId: Uuid): Promise<bigint> {
  const row = await tx
    .insertInto('invoice_numbers')
    .values({ seller_id: sellerId, last_number: 1n })
    .onConflict((conflict) =>
      conflict
        .column('seller_id')
        .doUpdateSet({ last_number: sql<bigint>`invoice_numbers.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return row.last_number;
}

function toColumns(invoice: Invoice) {
  const { payment, dueAt, finalizedAt, paidAt } = invoice;
  const toDate = (at: number | null) => (at === null ? null : new Date(at));
  return {
    version: BigInt(invoice.version),
    number: invoice.number,
    status: invoice.status,
    attempt_count: invoice.attemptCount,
    due_at: toDate(dueAt),
    payment_id: payment?.id ?? null,
    payment_url: payment?.url ?? null,
    payment_state: invoice.paymentState,
    is_paid_early: invoice.isPaidEarly,
    transaction_id: invoice.transactionId,
    finalized_at: toDate(finalizedAt),
    paid_at: toDate(paidAt),
    updated_at: new Date(invoice.updatedAt),
  };
}

export function toInvoice(row: Selectable<InvoiceRow>): Invoice {
  const { payment_id, payment_url } = row;
  return {
    id: row.id,
    version: Number(row.version),
    sellerId: row.seller_id,
    payerAccountId: row.payer_account_id,
    customerId: row.customer_id,
    customerReference: row.customer_reference,
    subscriptionId: row.subscription_id,
    cause: row.cause,
    number: row.number,
    status: row.status,
    amount: row.amount,
    currency: toCurrency(row.currency),
    lines: fromJsonText<readonly Line[]>(row.lines),
    attemptCount: row.attempt_count,
    dueAt: row.due_at?.getTime() ?? null,
    payment: payment_id && payment_url ? { id: payment_id, url: payment_url } : null,
    paymentState: row.payment_state,
    isPaidEarly: row.is_paid_early,
    transactionId: row.transaction_id,
    finalizedAt: row.finalized_at?.getTime() ?? null,
    paidAt: row.paid_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** @throws Error for what cannot have been stored. */
export function toCurrency(code: string): Currency {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is no active currency`);
  return currency;
}
