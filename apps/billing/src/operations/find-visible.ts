import { AppError, type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead, canReadAsParty } from '../domain/access.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Stored } from '../domain/public-events.ts';
import { type Customer, findCustomer, findCustomerId } from '../store/customers.ts';
import { findInvoice } from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscription } from '../store/subscriptions.ts';

/**
 * A subscription that the caller may see.
 * @throws AppError not_found for all others.
 */
export async function getVisibleSubscription(
  db: Kysely<BillingTables>,
  caller: Caller,
  id: Uuid,
): Promise<Stored> {
  const stored = await findSubscription(db, id);
  const isVisible = stored && stored.version > 0 && canReadAsParty(caller, stored.subscription);
  if (!isVisible) throw notFound('subscription');
  return stored;
}

/**
 * An invoice that the caller may see.
 * @throws AppError not_found for all others.
 */
export async function getVisibleInvoice(
  db: Kysely<BillingTables>,
  caller: Caller,
  id: Uuid,
): Promise<Invoice> {
  const invoice = await findInvoice(db, id);
  if (!invoice || !canReadAsParty(caller, invoice)) throw notFound('invoice');
  return invoice;
}

/**
 * A customer that the caller may see, by its own id or by what the caller's account calls it.
 * @throws AppError not_found for all others.
 */
export async function getVisibleCustomer(
  db: Kysely<BillingTables>,
  caller: Caller,
  reference: string,
): Promise<Customer> {
  const { accountId } = caller;
  const id =
    parsePublicId('customer', reference) ??
    (accountId === null ? undefined : await findCustomerId(db, accountId, reference));
  const customer = id === undefined ? undefined : await findCustomer(db, id);
  if (!customer || !canRead(caller, customer.accountId)) throw notFound('customer');
  return customer;
}

/** @throws AppError invalid_request when a list's cursor names nothing that the caller sees. */
export async function checkCursor(
  cursor: Uuid | undefined,
  find: (id: Uuid) => Promise<unknown>,
): Promise<void> {
  if (cursor === undefined) return;
  await find(cursor).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('invalid_request', 'the cursor names nothing: use an id from this list');
  });
}
