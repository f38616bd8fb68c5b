import { type Caller, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canReadAsParty } from '../../accounts/access.ts';
import type { Cause } from '../../domain/cause.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { close, refusalOfClose, refusalOfVoid } from '../../domain/invoice/money.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import {
  checkCursor,
  type ListQuery,
  toCustomerFilter,
  toList,
  toPageRequest,
} from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import { lockInvoice } from './lock.ts';
import { findInvoice, selectInvoices } from './queries.ts';
import { saveChanges } from './save-changes.ts';

export interface InvoicesDeps {
  readonly db: Kysely<BillingTables>;
}

/**
 * An invoice that the caller may read.
 * @throws AppError not_found otherwise.
 */
export async function getVisibleInvoice(
  { db }: InvoicesDeps,
  caller: Caller,
  id: Uuid,
): Promise<Invoice> {
  const invoice = await findInvoice(db, id);
  if (!invoice || !canReadAsParty(caller, invoice)) throw notFound('invoice');
  return invoice;
}

export interface InvoiceQuery extends ListQuery {
  readonly customer_id?: string | undefined;
  readonly subscription_id?: Uuid | null | undefined;
  readonly status?: string | undefined;
  readonly customer_email?: string | undefined;
  readonly number?: string | undefined;
}

/** A page of the invoices that the caller may read, newest first. */
export async function listInvoices(deps: InvoicesDeps, caller: Caller, query: InvoiceQuery) {
  await checkCursor(query, (id) => getVisibleInvoice(deps, caller, id));
  const filter = {
    ...toPageRequest(caller, query),
    customer: toCustomerFilter(query.customer_id),
    subscriptionId: query.subscription_id,
    status: query.status,
    email: query.customer_email,
    number: query.number,
  };
  const rows = await selectInvoices(deps.db, filter, query.limit + 1);
  return toList(rows, query, toLinkedInvoice);
}

export interface CloseRequest {
  readonly invoiceId: Uuid;
  readonly key: IdempotencyKey | undefined;
  readonly cause: Cause;
}

/** Closes a one-off invoice: voids it, or marks it as uncollectible. */
export function closeOneOff(
  { db }: InvoicesDeps,
  status: 'void' | 'uncollectible',
  { invoiceId, key, cause }: CloseRequest,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const locked = await lockInvoice(tx, invoiceId);
    if (!locked) throw notFound('invoice');
    const { invoice: before, times } = locked;
    const { nowMs, realMs } = times;
    const refusal = status === 'void' ? refusalOfVoid(before) : undefined;
    if (refusal !== undefined) return refuse('conflict', refusal);
    const closed = close(before, status, nowMs);
    if (!closed) return refuse('conflict', refusalOfClose(before, status));
    const invoice = await saveChanges(tx, before, [closed], { nowMs, realMs, cause });
    const body = toLinkedInvoice(invoice);
    return { status: 200, body: status === 'void' ? { ...body, subscription_status: null } : body };
  });
}
