import {
  type CreditEntryResource,
  type CustomerResource,
  isLive,
  toPublicId,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { CreditBalance, CreditEntry } from '../credit.ts';
import type { Customer } from '../customer.ts';
import { toVerifiedTaxIds } from '../tax/ids.ts';

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
    po_number: details.poNumber ?? null,
    buyer_reference: details.buyerReference ?? null,
    days_until_due: details.daysUntilDue ?? null,
    collection_method: details.collectionMethod ?? null,
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
    invoice_id: entry.invoiceId === null ? null : toPublicId('invoice', entry.invoiceId),
    credit_note_id:
      entry.creditNoteId === null ? null : toPublicId('creditNote', entry.creditNoteId),
    cause: entry.cause,
    reason: entry.reason,
    expires_at: entry.expiresAt?.toISOString() ?? null,
    grant_id: entry.grantId === null ? null : toPublicId('creditEntry', entry.grantId),
    created_at: entry.createdAt.toISOString(),
  };
  return resource;
}
