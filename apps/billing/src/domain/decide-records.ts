import type { Uuid } from '@florin/contracts';
import type { Charge } from './charge.ts';
import type { RecordCharge } from './command.ts';
import { accept, type Decision } from './decision.ts';
import { firstDue } from './due.ts';
import type { InvoiceSettled, SubscriptionEvent } from './event.ts';
import { afterFailure } from './failures.ts';
import { DAY_MS } from './instants.ts';
import type { Subscription } from './subscription.ts';

/** How long a customer has to pay an invoice that was sent. */
const SENT_DUE_DAYS = 3;

/**
 * The outcome of a charge. One that is recorded already, or is of an attempt that another process
 * has overtaken, changes nothing; money that came in all the same does.
 */
export function decideChargeRecord(
  subscription: Subscription,
  { cause, attempt, outcome }: RecordCharge,
  at: number,
): Decision {
  const { charging, dunning } = subscription;
  if (charging?.charge.cause === cause && charging.attempt === attempt) {
    const { charge } = charging;
    if (outcome.kind !== 'failed') return accept(succeeded(charge, attempt, outcome, at));
    const { invoiceId } = charge;
    if (charge.kind === 'change')
      return accept({ type: 'change_refused', at, cause, invoiceId, reason: outcome.reason });
    const { reason, payment } = outcome;
    const failure = { invoiceId, charge, attempt, reason, payment };
    return accept(...afterFailure(subscription, failure, at));
  }
  const isLate = dunning?.charge?.cause === cause && outcome.kind === 'paid';
  return isLate && dunning.charge && !charging
    ? accept(succeeded(dunning.charge, attempt, outcome, at))
    : accept();
}

/** An invoice was paid at its page. */
export function decidePaymentRecord(
  subscription: Subscription,
  invoiceId: Uuid,
  at: number,
): Decision {
  const { dunning, charging } = subscription;
  // The saved card was declined, and the customer has paid by another one.
  if (dunning?.charge?.invoiceId === invoiceId && !charging) {
    const paid = { kind: 'paid', transactionId: null } as const;
    return accept(succeeded(dunning.charge, dunning.attempts, paid, at));
  }
  if (!isOpen(subscription, invoiceId)) return accept();
  return accept(...released(subscription, 'invoice_settled', invoiceId, at));
}

/** Whether it was sent and is not paid yet. */
export function isOpen({ openInvoices }: Subscription, invoiceId: Uuid): boolean {
  return openInvoices.some((invoice) => invoice.invoiceId === invoiceId);
}

/** Whoever was past due only because of this invoice is so no longer. */
export function released(
  subscription: Subscription,
  type: InvoiceSettled['type'],
  invoiceId: Uuid,
  at: number,
): readonly SubscriptionEvent[] {
  const { openInvoices, dunning } = subscription;
  if (dunning && dunning.invoiceId !== invoiceId) return [{ type, at, invoiceId, dunning }];
  const rest = openInvoices.filter((invoice) => invoice.invoiceId !== invoiceId);
  const settled = { type, at, invoiceId, dunning: null } as const;
  const next = firstDue({ ...subscription, openInvoices: rest });
  // Another one may be overdue too: then it is that one's turn, with attempts of its own.
  if (subscription.status !== 'past_due' || !next || next.dueAt > at) return [settled];
  const failure = { invoiceId: next.invoiceId, charge: null, attempt: 1, reason: OVERDUE };
  return [settled, ...afterFailure(subscription, failure, at)];
}

/** Why an invoice that was sent counts as failed. */
export const OVERDUE = 'no card was saved when the invoice was sent, and it was not paid in time';

function succeeded(
  charge: Charge,
  attempt: number,
  outcome: Exclude<RecordCharge['outcome'], { kind: 'failed' }>,
  at: number,
): SubscriptionEvent {
  const dueAt = outcome.kind === 'sent' ? at + SENT_DUE_DAYS * DAY_MS : null;
  return { type: 'charge_succeeded', at, charge, attempt, outcome, dueAt };
}
