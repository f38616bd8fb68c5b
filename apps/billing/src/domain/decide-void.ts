import type { VoidInvoice } from './command.ts';
import { canceledNow } from './decide-cancel.ts';
import { isOpen, released } from './decide-records.ts';
import { accept, type Decision, refuse } from './decision.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/**
 * The seller gives up an invoice. What the current period was opened by is not to run on for free
 * by mistake: unless the seller keeps it, the subscription ends with its invoice. Any other invoice
 * is for a time that is over, or for more of a period that was paid: there it goes on.
 */
export function decideVoid(
  subscription: Subscription,
  { invoiceId, status, subscription: wish }: VoidInvoice,
  at: number,
): Decision {
  switch (status) {
    case 'paid':
      return refuse('conflict', 'this invoice is paid: give the money back instead');
    case 'void':
      return refuse('conflict', 'this invoice is void already');
    case 'draft':
      return refuse('busy', 'this invoice is still being made: repeat in a second');
    case 'uncollectible':
      // Its subscription has ended long before.
      return accept({ type: 'invoice_voided', at, invoiceId, dunning: subscription.dunning });
    case 'open':
      break;
    default:
      return status satisfies never;
  }
  const isSent = isOpen(subscription, invoiceId);
  if (!isSent && wish === 'keep')
    return refuse(
      'conflict',
      'the period of this invoice has not begun, since nobody has paid it: there is nothing to keep; leave out subscription_action, and the subscription is canceled with it',
    );
  const opensPeriod = !isSent || subscription.periodInvoiceId === invoiceId;
  const ends = wish === 'cancel' || (wish === null && opensPeriod);
  return ends && !hasEnded(subscription)
    ? accept(canceledNow(subscription, 'requested', at))
    : accept(...released(subscription, 'invoice_voided', invoiceId, at));
}
