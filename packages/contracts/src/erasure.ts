import type { DomainEvent } from './events.ts';
import { parsePublicId, toPublicId, type Uuid } from './ids.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The event that asks every service to erase a customer's personal data. */
export const CUSTOMER_ANONYMIZED = 'customer.anonymized';

/** Replacement of an erased address; `.invalid` receives no mail (RFC 2606). */
export function erasedEmail(customerId: Uuid): string {
  return `${toPublicId('customer', customerId)}@customers.invalid`;
}

/** The customer that a resource belongs to; undefined if none. */
export function customerOf(object: Fields): Uuid | undefined {
  if (object.object === 'customer') return parseCustomer(object.id);
  return parseCustomer(object.resolved_customer_id) ?? parseCustomer(object.customer_id);
}

function parseCustomer(id: unknown): Uuid | undefined {
  return typeof id === 'string' ? parsePublicId('customer', id) : undefined;
}

/** For each resource type, the fields that identify a person, with their replacements. */
const replacements: Readonly<Record<string, (customerId: Uuid, resource: Fields) => Fields>> = {
  customer: () => ({
    ...{ external_id: null, email: null, name: null, company: null, language: null },
    ...{ address: null, shipping_address: null, tax_ids: [], metadata: {} },
  }),
  subscription: (id) => ({ customer_id: toPublicId('customer', id), metadata: {} }),
  invoice: (id, { payments }) => ({
    customer_id: toPublicId('customer', id),
    ...{ memo: null, outside_reference: null },
    ...(Array.isArray(payments) && { payments: payments.map(withoutReference) }),
  }),
  credit_note: (id) => ({ customer_id: toPublicId('customer', id), memo: null, buyer: null }),
  payment: (id, { reference, metadata }) => ({
    customer_email: erasedEmail(id),
    reference: isInvoiceId(reference) ? reference : null,
    metadata: invoiceOf(metadata),
  }),
  // The credit transaction of a payment, which refers only to the payment.
  transaction: (_id, { reference, metadata }) => ({
    reference: isInvoiceId(reference) ? reference : null,
    metadata: paymentOf(metadata),
  }),
  payment_method: () => ({ card: null }),
  refund: () => ({ reason: null, metadata: {} }),
};

function withoutReference(payment: Fields): Fields {
  return { ...payment, reference: null };
}

/** Billing finds the invoice of a payment by these; they identify no person. */
const isInvoiceId = (id: unknown) =>
  typeof id === 'string' && parsePublicId('invoice', id) !== undefined;

function invoiceOf(metadata: unknown): Fields {
  const { invoice_id } = (metadata ?? {}) as Fields;
  return isInvoiceId(invoice_id) ? { invoice_id } : {};
}

function paymentOf(metadata: unknown): Fields {
  const { payment_id } = (metadata ?? {}) as Fields;
  return typeof payment_id === 'string' && parsePublicId('paymentRequest', payment_id)
    ? { payment_id }
    : {};
}

/** A resource without personal data; missing fields are not added. */
export function redactResource<Resource extends Fields>(
  resource: Resource,
  customerId: Uuid,
  kind: unknown = resource.object,
): Resource {
  const replaced = replacements[String(kind)]?.(customerId, resource) ?? {};
  const known = Object.entries(replaced).filter(([name]) => Object.hasOwn(resource, name));
  const redacted: Record<string, unknown> = { ...resource, ...Object.fromEntries(known) };
  if (Array.isArray(resource.lines)) redacted.lines = resource.lines.map(withoutDescription);
  return redacted as Resource;
}

function withoutDescription(line: Fields): Fields {
  return Object.hasOwn(line, 'description') ? { ...line, description: null } : line;
}

/** The data of an event about a customer, without personal data. */
export function redactData(data: DomainEvent['data'], customerId: Uuid): DomainEvent['data'] {
  const { object, previous } = data;
  const redacted = { ...data, object: redactResource(object, customerId) };
  if (previous) redacted.previous = redactResource(previous, customerId, object.object);
  return redacted;
}

/** The request of an event about a customer; without a token, the address may be the customer's. */
export function redactRequest(request: DomainEvent['request']): DomainEvent['request'] {
  const { actor } = request;
  if (!actor || actor.user_id !== null || actor.api_key_id !== null) return request;
  return { ...request, actor: { ...actor, address: null } };
}

/** An event about a customer, without personal data. */
export function redactEvent(event: DomainEvent, customerId: Uuid): DomainEvent {
  const { data, request } = event;
  return { ...event, data: redactData(data, customerId), request: redactRequest(request) };
}

/** Redacts those of the events that are about erased customers. */
export function redactEvents(
  events: readonly DomainEvent[],
  isErased: (customerId: Uuid) => boolean,
): readonly DomainEvent[] {
  return events.map((event) => {
    const customerId = customerOf(event.data.object);
    return customerId !== undefined && isErased(customerId)
      ? redactEvent(event, customerId)
      : event;
  });
}

/** Customers that these events are about. */
export function customersOf(events: readonly DomainEvent[]): readonly Uuid[] {
  const ids = events.map(({ data }) => customerOf(data.object));
  return [...new Set(ids.filter((id) => id !== undefined))];
}
