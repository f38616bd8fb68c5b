import { type DomainEvent, differenceOf } from '@florin/contracts';
import { type Cause, envelope } from '../domain/public-events.ts';
import type { CreditBalance } from '../store/credits.ts';
import type { Customer } from '../store/customers.ts';
import { toCustomerResource } from './customer-resource.ts';

/** The event of a customer who was made: nobody has credit before that. */
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

function envelopeOf(
  type: 'customer.created' | 'customer.updated',
  { id, accountId, version, updatedAt }: Customer,
  cause: Cause,
) {
  const parties = { sellerId: accountId, payerAccountId: null };
  return envelope(type, parties, id, version, { realMs: updatedAt.getTime(), cause });
}
