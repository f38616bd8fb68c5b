import type { Caller, Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canReadAsParty } from '../../accounts/access.ts';
import type { CreditNote } from '../../domain/invoice/credit-note.ts';
import { toCreditNoteResource } from '../../domain/resources/credit-note.ts';
import {
  checkCursor,
  type ListQuery,
  toCustomerFilter,
  toList,
  toPageRequest,
} from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import { findCreditNote, selectCreditNotes } from './queries.ts';

export interface CreditNotesDeps {
  readonly db: Kysely<BillingTables>;
}

/** An issued note that the caller may read. @throws AppError not_found otherwise. */
export async function getVisibleNote(
  { db }: CreditNotesDeps,
  caller: Caller,
  id: Uuid,
): Promise<CreditNote> {
  const note = await findCreditNote(db, id);
  if (!note || note.issuedAt === null || !canReadAsParty(caller, note))
    throw notFound('credit note');
  return note;
}

export interface CreditNoteQuery extends ListQuery {
  readonly customer_id?: string | undefined;
  readonly invoice_id?: Uuid | null | undefined;
  readonly customer_email?: string | undefined;
  readonly number?: string | undefined;
}

/** A page of the notes that the caller may read, newest first. */
export async function listCreditNotes(
  deps: CreditNotesDeps,
  caller: Caller,
  query: CreditNoteQuery,
) {
  await checkCursor(query, (id) => getVisibleNote(deps, caller, id));
  const filter = {
    ...toPageRequest(caller, query),
    customer: toCustomerFilter(query.customer_id),
    invoiceId: query.invoice_id,
    email: query.customer_email,
    number: query.number,
  };
  const rows = await selectCreditNotes(deps.db, filter, query.limit + 1);
  return toList(rows, query, toCreditNoteResource);
}
