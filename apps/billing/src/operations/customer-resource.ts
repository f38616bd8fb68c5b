import {
  type CreditEntryResource,
  type CustomerResource,
  carryFormerNames,
  creditEntryFormerNames,
  toPublicId,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { CreditBalance, CreditEntry } from '../store/credits.ts';
import type { Customer } from '../store/customers.ts';

/** A customer as clients see it. */
export function toCustomerResource(
  customer: Customer,
  credit: CreditBalance | undefined,
): CustomerResource {
  const { externalId, email, name, metadata } = customer;
  return {
    id: toPublicId('customer', customer.id),
    object: 'customer',
    account_id: toPublicId('account', customer.accountId),
    external_id: externalId,
    email,
    name,
    metadata: metadata as CustomerResource['metadata'],
    credit_balance: toJsonAmount(credit?.balance ?? 0n),
    credit_currency: credit?.currency ?? null,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}

/** A change of credit as clients see it; `holder` is whose credit, by its public id. */
export function toCreditEntryResource(entry: CreditEntry, holder: string): CreditEntryResource {
  const resource = {
    id: toPublicId('creditEntry', entry.id),
    object: 'credit_entry' as const,
    type: entry.kind,
    account_id: toPublicId('account', entry.sellerId),
    customer_id: holder,
    amount: toJsonAmount(entry.amount),
    balance_after: toJsonAmount(entry.balanceAfter),
    currency: entry.currency,
    subscription_id: toPublicId('subscription', entry.subscriptionId),
    invoice_id: toPublicId('invoice', entry.invoiceId),
    cause: entry.cause,
    created_at: entry.createdAt.toISOString(),
  };
  return carryFormerNames(resource, creditEntryFormerNames);
}
