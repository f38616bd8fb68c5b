import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { toCurrency } from '../../domain/currency.ts';
import type { CreditedLine, CreditNote, CreditReason } from '../../domain/invoice/credit-note.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import {
  type CustomerFilter,
  ofCustomer,
  ofEmail,
  type PageRequest,
  selectSoldOrPaid,
} from '../../lists.ts';
import type { BillingTables, CreditNoteRow } from '../../schema.ts';

type Tx = Transaction<BillingTables>;

export async function insertCreditNote(tx: Tx, note: CreditNote): Promise<void> {
  await tx
    .insertInto('credit_notes')
    .values({
      id: note.id,
      seller_id: note.sellerId,
      payer_account_id: note.payerAccountId,
      customer_id: note.customerId,
      customer_reference: note.customerReference,
      invoice_id: note.invoiceId,
      invoice_number: note.invoiceNumber,
      document_number: note.documentNumber,
      status: note.documentNumber === null ? 'pending' : 'issued',
      destination: note.destination,
      reason: note.reason,
      memo: note.memo,
      amount: note.amount,
      currency: note.currency,
      lines: toJsonText(note.lines),
      parties: note.parties && JSON.stringify(note.parties),
      refund_id: note.refundId,
      created_at: new Date(note.createdAt),
      issued_at: note.issuedAt === null ? null : new Date(note.issuedAt),
    })
    .execute();
}

/** Assigns a number to a note whose refund has succeeded. */
export async function issueCreditNote(tx: Tx, note: CreditNote): Promise<void> {
  await tx
    .updateTable('credit_notes')
    .set({
      status: 'issued',
      document_number: note.documentNumber,
      refund_id: note.refundId,
      issued_at: new Date(note.issuedAt ?? note.createdAt),
    })
    .where('id', '=', note.id)
    .execute();
}

/** Deletes a note whose refund was refused; numbers stay without gaps. */
export async function deletePendingNote(tx: Tx, id: Uuid): Promise<void> {
  await tx
    .deleteFrom('credit_notes')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** Also finds notes that are not issued yet. */
export async function findCreditNote(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<CreditNote | undefined> {
  const row = await db
    .selectFrom('credit_notes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toCreditNote(row);
}

/** All notes of a locked invoice, including those not issued yet. */
export async function findNotesOf(
  db: Kysely<BillingTables>,
  invoiceId: Uuid,
): Promise<readonly CreditNote[]> {
  const rows = await db
    .selectFrom('credit_notes')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute();
  return rows.map(toCreditNote);
}

export interface CreditNoteFilter extends PageRequest {
  readonly customer: CustomerFilter | undefined;
  /** Null matches no invoice. */
  readonly invoiceId: Uuid | null | undefined;
  readonly email: string | undefined;
  readonly number: string | undefined;
}

/** Issued notes, in paging order. */
export async function selectCreditNotes(
  db: Kysely<BillingTables>,
  filter: CreditNoteFilter,
  rowsMax: number,
): Promise<readonly CreditNote[]> {
  const { customer, email, invoiceId, number } = filter;
  const condition = sql<boolean>`status = 'issued' and ${ofCustomer(customer, filter)}
    and ${ofEmail(email, filter)}
    and ${number === undefined ? sql`true` : sql`document_number = ${number}`}
    and ${invoiceId === undefined ? sql`true` : sql`invoice_id = ${invoiceId}`}`;
  const page = selectSoldOrPaid('credit_notes', filter, condition, rowsMax);
  const { rows } = await sql<Selectable<CreditNoteRow>>`${page}`.execute(db);
  return rows.map(toCreditNote);
}

export function toCreditNote(row: Selectable<CreditNoteRow>): CreditNote {
  return {
    id: row.id,
    sellerId: row.seller_id,
    payerAccountId: row.payer_account_id,
    customerId: row.customer_id,
    customerReference: row.customer_reference,
    invoiceId: row.invoice_id,
    invoiceNumber: row.invoice_number,
    documentNumber: row.document_number,
    destination: row.destination,
    reason: row.reason as CreditReason,
    memo: row.memo,
    amount: row.amount,
    currency: toCurrency(row.currency),
    lines: fromJsonText<readonly CreditedLine[]>(row.lines),
    parties: row.parties === null ? null : (JSON.parse(row.parties) as CreditNote['parties']),
    refundId: row.refund_id,
    createdAt: row.created_at.getTime(),
    issuedAt: row.issued_at?.getTime() ?? null,
  };
}
