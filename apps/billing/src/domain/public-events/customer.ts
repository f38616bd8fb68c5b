import { type DomainEvent, differenceOf } from '@florin/contracts';
import type { Cause } from '../cause.ts';
import type { CreditBalance } from '../credit.ts';
import type { Customer } from '../customer.ts';
import { toCustomerResource } from '../resources/customer.ts';
import { envelope } from './envelope.ts';

/** The event of a new customer, which has no credit yet. */
export function customerCreated(customer: Customer, cause: Cause): DomainEvent {
  const object = toCustomerResource(customer, undefined);
  return { ...envelopeOf('customer.created', customer, cause), data: { object } };
}

/** Credit of a customer before and after a change. */
interface CreditChange {
  readonly before: CreditBalance | undefined;
  readonly after: CreditBalance | undefined;
}

/** The event of a change by the account, or of credit that expired. */
export function customerUpdated(
  before: Customer,
  after: Customer,
  credit: CreditChange,
  cause: Cause,
): DomainEvent {
  const object = toCustomerResource(after, credit.after);
  const previous = differenceOf(toCustomerResource(before, credit.before), object);
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
