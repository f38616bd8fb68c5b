import { type DomainEvent, differenceOf } from '@florin/contracts';
import type { Occasion } from '../cause.ts';
import type { InvoiceChange } from '../invoice/model.ts';
import { toInvoiceResource } from '../resources/invoice.ts';
import { envelope } from './envelope.ts';

/** The event of an invoice's change. */
export function invoiceEvent(
  before: InvoiceChange['invoice'],
  { invoice, type }: InvoiceChange,
  occasion: Occasion,
): DomainEvent {
  const object = toInvoiceResource(invoice);
  const isNew = type === 'invoice.created';
  return {
    ...envelope(type, invoice, invoice.id, invoice.version, occasion),
    data: isNew
      ? { object }
      : { object, previous: differenceOf(toInvoiceResource(before), object) },
  };
}
