import { type CustomerResource, toPublicId } from '@florin/contracts';
import type { Customer } from '../store/customers.ts';

/** A customer as clients see it. */
export function toCustomerResource(customer: Customer): CustomerResource {
  const { externalId, email, name, metadata } = customer;
  return {
    id: toPublicId('customer', customer.id),
    object: 'customer',
    account_id: toPublicId('account', customer.accountId),
    external_id: externalId,
    email,
    name,
    metadata: metadata as CustomerResource['metadata'],
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}
