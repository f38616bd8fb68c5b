import { type Invoice, openOf } from './invoice/model.ts';
import { boughtBy } from './tax/charges.ts';

/** Invoice states that mails distinguish. */
export type MailedState = 'open' | 'overdue' | 'paid' | 'refunded' | 'void' | 'uncollectible';

/** @param nowMs by the invoice's clock */
export function mailedStateOf(invoice: Invoice, nowMs: number): MailedState {
  const { status, dueAt } = invoice;
  if (status === 'void' || status === 'uncollectible') return status;
  if (status === 'paid') return isRefunded(invoice) ? 'refunded' : 'paid';
  return dueAt !== null && dueAt <= nowMs ? 'overdue' : 'open';
}

/** Whether all money and credit that paid it was returned. */
function isRefunded(invoice: Invoice): boolean {
  const { gross } = boughtBy(invoice.lines);
  return gross > 0n && invoice.standing.refunded + invoice.credited >= gross;
}

/** Minor units that can still be paid. */
export function remainingOf(invoice: Invoice): bigint {
  return invoice.status === 'open' || invoice.status === 'uncollectible' ? openOf(invoice) : 0n;
}
