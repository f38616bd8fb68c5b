import {
  type CreditEntryResource,
  type CustomerResource,
  type DomainEvent,
  differenceOf,
  isLive,
  toPublicId,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { CreditBalance, CreditEntry } from '../credits/queries.ts';
import { type Cause, envelope } from '../subscriptions/public-events.ts';
import { toVerifiedTaxIds } from '../tax-ids/model.ts';
import type { Customer } from './queries.ts';

/** A customer as clients see it. */
export function toCustomerResource(
  customer: Customer,
  credit: CreditBalance | undefined,
): CustomerResource {
  const { externalId, email, name, details, metadata } = customer;
  return {
    id: toPublicId('customer', customer.id),
    object: 'customer',
    livemode: isLive(customer.accountId),
    account_id: toPublicId('account', customer.accountId),
    external_id: externalId,
    email,
    name,
    company: details.company,
    address: details.address,
    shipping_address: details.shippingAddress,
    tax_ids: toVerifiedTaxIds(details.taxIds),
    tax_exempt: details.exemption,
    language: details.language,
    currency: details.currency,
    metadata: metadata as CustomerResource['metadata'],
    archived_at: customer.archivedAt?.toISOString() ?? null,
    anonymized_at: customer.anonymizedAt?.toISOString() ?? null,
    credit_balance: toJsonAmount(credit?.balance ?? 0n),
    credit_currency: credit?.currency ?? null,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}

/** A credit entry as clients see it; `holder` is the public id of the credit's owner. */
export function toCreditEntryResource(entry: CreditEntry, holder: string): CreditEntryResource {
  const resource = {
    id: toPublicId('creditEntry', entry.id),
    object: 'credit_entry' as const,
    livemode: isLive(entry.sellerId),
    type: entry.kind,
    account_id: toPublicId('account', entry.sellerId),
    customer_id: holder,
    amount: toJsonAmount(entry.amount),
    balance_after: toJsonAmount(entry.balanceAfter),
    currency: entry.currency,
    subscription_id:
      entry.subscriptionId === null ? null : toPublicId('subscription', entry.subscriptionId),
    invoice_id: toPublicId('invoice', entry.invoiceId),
    credit_note_id:
      entry.creditNoteId === null ? null : toPublicId('creditNote', entry.creditNoteId),
    cause: entry.cause,
    created_at: entry.createdAt.toISOString(),
  };
  return resource;
}

/** The event of a new customer, which has no credit yet. */
export function customerCreated(customer: Customer, cause: Cause): DomainEvent {
  const object = toCustomerResource(customer, undefined);
  return { ...envelopeOf('customer.created', customer, cause), data: { object } };
}

/** The event of a change by the account. */
export function customerUpdated(
  before: Customer,
  after: Customer,
  credit: CreditBalance | undefined,
  cause: Cause,
): DomainEvent {
  const object = toCustomerResource(after, credit);
  const previous = differenceOf(toCustomerResource(before, credit), object);
  return { ...envelopeOf('customer.updated', after, cause), data: { object, previous } };
}

/** The event of an erasure, without the values that were erased. */
export function customerAnonymized(
  customer: Customer,
  credit: CreditBalance | undefined,
  cause: Cause,
): DomainEvent {
  const object = toCustomerResource(customer, credit);
  return { ...envelopeOf('customer.anonymized', customer, cause), data: { object } };
}

function envelopeOf(
  type: 'customer.created' | 'customer.updated' | 'customer.anonymized',
  { id, accountId, version, updatedAt }: Customer,
  cause: Cause,
) {
  const parties = { sellerId: accountId, payerAccountId: null };
  return envelope(type, parties, id, version, { realMs: updatedAt.getTime(), cause });
}
