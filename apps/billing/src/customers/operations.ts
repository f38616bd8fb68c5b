import {
  AppError,
  type Caller,
  type CustomerResource,
  isLive,
  parsePublicId,
  type Reply,
  refuse,
  type Uuid,
} from '@florin/contracts';
import {
  addToOutbox,
  hashRequest,
  type IdempotencyKey,
  isUniqueViolation,
  runOnce,
} from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../accounts/access.ts';
import type { Cause } from '../domain/cause.ts';
import type { Customer, CustomerDetails, CustomerFields } from '../domain/customer.ts';
import { customerCreated, customerUpdated } from '../domain/public-events/customer.ts';
import { toCustomerResource } from '../domain/resources/customer.ts';
import { holdTaxIds, pendingIds } from '../domain/tax/ids.ts';
import { mergedMetadata } from '../fields/metadata.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../lists.ts';
import { findCredits } from '../records/credits-queries.ts';
import {
  findCustomer,
  findCustomerId,
  insertCustomer,
  lockCustomer,
  saveCustomer,
  selectCustomers,
} from '../records/customers-queries.ts';
import type { BillingTables } from '../schema.ts';
import { addChecks } from '../tax/ids/queries.ts';

const TAKEN = 'another customer of the account has this external_id; use that customer';

/** Refusal of something new for a customer who cannot be restored. */
export const IS_ERASED =
  'customer_id: the personal data of this customer was erased; create a new customer';
export const IS_ANONYMIZED = 'an anonymized customer cannot be changed; create a new customer';

export interface CustomersDeps {
  readonly db: Kysely<BillingTables>;
}

/**
 * A customer that the caller may read, by id or by the account's external id.
 * @throws AppError not_found otherwise.
 */
export async function getVisibleCustomer(
  { db }: CustomersDeps,
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

/** The customer as clients see it. */
export async function showCustomer(
  deps: CustomersDeps,
  caller: Caller,
  reference: string,
): Promise<CustomerResource> {
  const customer = await getVisibleCustomer(deps, caller, reference);
  const credits = await findCredits(deps.db, [customer.id]);
  return toCustomerResource(customer, credits.get(customer.id));
}

/** A page of the customers that the caller may read, newest first. */
export async function listCustomers(
  { db }: CustomersDeps,
  caller: Caller,
  query: ListQuery & {
    readonly external_id?: string | undefined;
    readonly email?: string | undefined;
    readonly archived?: boolean | undefined;
  },
) {
  await checkCursor(query, async (id) => {
    const customer = await findCustomer(db, id);
    if (!customer || !canRead(caller, customer.accountId)) throw notFound('customer');
  });
  const filter = {
    ...toPageRequest(caller, query),
    externalId: query.external_id,
    email: query.email,
    isArchived: query.archived ?? false,
  };
  const rows = await selectCustomers(db, filter, query.limit + 1);
  const ids = rows.map(({ id }) => id);
  const credits = await findCredits(db, ids);
  return toList(rows, query, (row) => toCustomerResource(row, credits.get(row.id)));
}

export function createCustomer(
  { db }: CustomersDeps,
  accountId: Uuid,
  fields: CustomerFields,
  { key, cause }: CustomerRequest,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const details = holdIds(accountId, [], fields.details);
    const customer = await insertCustomer(tx, accountId, { ...fields, details });
    if (!customer) return refuse('conflict', TAKEN);
    await addChecks(tx, accountId, customer.id, pendingIds(details.taxIds));
    await addToOutbox(tx, [customerCreated(customer, cause)]);
    return { status: 201, body: toCustomerResource(customer, undefined) };
  });
}

/** Updates the given fields. Metadata merges by key; null or an empty string deletes a key. */
export function updateCustomer(
  { db }: CustomersDeps,
  id: Uuid,
  change: CustomerChange,
  { key, cause }: CustomerRequest,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (!customer) throw notFound('customer');
    if (customer.anonymizedAt !== null) return refuse('conflict', IS_ANONYMIZED);
    const credit = (await findCredits(tx, [id])).get(id);
    const given = applyChange(customer, change);
    const details = holdIds(customer.accountId, customer.details.taxIds, given.details);
    const fields = { ...given, details };
    if (hashRequest(fields) === hashRequest(fieldsOf(customer)))
      return { status: 200, body: toCustomerResource(customer, credit) };
    const changed = await saveCustomer(tx, id, fields).catch((error: unknown) => {
      const isTaken = isUniqueViolation(error, 'customers_account_id_external_id_key');
      throw isTaken ? new AppError('conflict', TAKEN) : error;
    });
    await addChecks(tx, customer.accountId, id, pendingIds(details.taxIds));
    await addToOutbox(tx, [
      customerUpdated(customer, changed, { before: credit, after: credit }, cause),
    ]);
    return { status: 200, body: toCustomerResource(changed, credit) };
  });
}

function holdIds(
  accountId: Uuid,
  before: CustomerDetails['taxIds'],
  details: CustomerDetails,
): CustomerDetails {
  const when = { isLive: isLive(accountId), now: new Date().toISOString() };
  return { ...details, taxIds: holdTaxIds(before, details.taxIds, when) };
}

export interface CustomerRequest {
  readonly key: IdempotencyKey | undefined;
  readonly cause: Cause;
}

export interface CustomerChange {
  readonly externalId: string | null | undefined;
  readonly email: string | null | undefined;
  readonly name: string | null | undefined;
  /** Fields that the request sets. */
  readonly details: Partial<CustomerDetails>;
  readonly metadata: Readonly<Record<string, unknown>> | null | undefined;
}

function applyChange(before: CustomerFields, change: CustomerChange): CustomerFields {
  const { externalId, email, name, details, metadata } = change;
  return {
    externalId: externalId === undefined ? before.externalId : externalId,
    email: email === undefined ? before.email : email,
    name: name === undefined ? before.name : name,
    details: { ...before.details, ...details },
    metadata: mergedMetadata(before.metadata, metadata),
  };
}

function fieldsOf({ externalId, email, name, details, metadata }: Customer): CustomerFields {
  return { externalId, email, name, details, metadata };
}
