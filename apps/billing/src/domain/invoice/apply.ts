import { toPublicId, type Uuid } from '@florin/contracts';
import type { Charge } from '../charge.ts';
import { creditChange, type InvoiceCredit } from '../credit.ts';
import type { AttemptFailed, ChargeSucceeded, SubscriptionEvent } from '../subscription/events.ts';
import type { Subscription } from '../subscription/model.ts';
import type { FindSale } from '../tax/sale.ts';
import { drawFrom } from './funding.ts';
import {
  draftInvoice,
  fail,
  type Invoice,
  type InvoiceChange,
  moveDueDate,
  offer,
  remind,
  send,
} from './model.ts';
import { close, finalize, grant, type InvoiceNumber, pay } from './money.ts';

/** An event of a subscription, and the state after it. */
export interface Step {
  readonly event: SubscriptionEvent;
  readonly after: Subscription;
  /** Time of the subscription's clock. */
  readonly nowMs: number;
}

/** A published change, with the invoice before it. */
export interface PublishedChange {
  readonly before: Invoice;
  readonly change: InvoiceChange;
}

/** A change of the payer's credit. */
export interface CreditMove {
  readonly invoice: Invoice;
  readonly kind: InvoiceCredit;
  /** Minor units; absent for the amount in the invoice's lines. */
  readonly amount?: bigint;
}

/** Changes that steps cause, to be saved together. */
export interface InvoiceChanges {
  readonly drafted: ReadonlyMap<Uuid, Invoice>;
  readonly changed: ReadonlyMap<Uuid, Invoice>;
  readonly dropped: readonly Uuid[];
  readonly credits: readonly CreditMove[];
  /** Oldest first. */
  readonly published: readonly PublishedChange[];
}

/** Invoices that must be read before this step is applied. */
export function invoicesOf({ event, after }: Step): readonly Uuid[] {
  switch (event.type) {
    case 'charge_succeeded':
      return [event.charge.invoiceId, ...grantsOf(event.charge).map(({ invoiceId }) => invoiceId)];
    case 'attempt_failed':
    case 'change_refused':
    case 'invoice_settled':
    case 'invoice_voided':
    case 'invoice_written_off':
    case 'invoice_given_up':
      return [event.invoiceId];
    case 'ended':
      return event.invoices === 'kept' ? [] : event.invoiceIds;
    case 'paused':
    case 'resumed':
      return after.openInvoices.map(({ invoiceId }) => invoiceId);
    case 'charge_started':
    case 'created':
    case 'trial_end_announced':
    case 'plan_changed':
    case 'change_scheduled':
    case 'pending_change_dropped':
    case 'cancel_scheduled':
    case 'cancel_unscheduled':
    case 'method_chosen':
    case 'metadata_changed':
    case 'terms_changed':
    case 'early_attempt_planned':
      return [];
    default:
      return event satisfies never;
  }
}

/** Drafts that these steps finalize, each with its instant, in order. */
export function openedBy(
  steps: readonly Step[],
  read: readonly Invoice[],
): readonly { readonly invoice: Invoice; readonly nowMs: number }[] {
  const drafts = new Map(
    read.filter(({ status }) => status === 'draft').map((draft) => [draft.id, draft]),
  );
  return steps.flatMap((step) => {
    const { type } = step.event;
    if (type !== 'charge_succeeded' && type !== 'attempt_failed') return [];
    return invoicesOf(step).flatMap((id) => {
      const invoice = drafts.get(id);
      drafts.delete(id);
      return invoice ? [{ invoice, nowMs: step.nowMs }] : [];
    });
  });
}

/**
 * Applies the events of subscriptions to their invoices.
 * @param read invoices that {@link invoicesOf} returns for the steps.
 * @param numbers numbers of the drafts that {@link openedBy} returns.
 * @param findSale finds the tax calculation of a new draft.
 */
export function applyToInvoices(
  steps: readonly Step[],
  read: readonly Invoice[],
  numbers: ReadonlyMap<Uuid, InvoiceNumber>,
  findSale: FindSale,
): InvoiceChanges {
  const known = new Map(read.map((invoice) => [invoice.id, invoice]));
  const drafted = new Map<Uuid, Invoice>();
  const changed = new Map<Uuid, Invoice>();
  const dropped: Uuid[] = [];
  const credits: CreditMove[] = [];
  const published: PublishedChange[] = [];
  for (const step of steps) apply(step);
  return { drafted, changed, dropped, credits, published };

  function apply({ event, after, nowMs }: Step): void {
    switch (event.type) {
      case 'charge_started':
        if (event.charging.attempt === 1) {
          const parties = findSale(after, nowMs)?.parties ?? null;
          draft(draftInvoice(after, event.charging.charge, parties, nowMs));
        }
        break;
      case 'charge_succeeded':
        succeed(event, nowMs);
        break;
      case 'attempt_failed':
        failAttempt(event, nowMs);
        break;
      case 'change_refused':
        credits.push({ invoice: get(event.invoiceId), kind: 'returned' });
        dropped.push(event.invoiceId);
        break;
      case 'invoice_settled':
        change(get(event.invoiceId), pay(get(event.invoiceId), { transactionId: null }, nowMs));
        break;
      case 'invoice_voided':
        closeEach([event.invoiceId], 'void', nowMs);
        break;
      case 'invoice_written_off':
      case 'invoice_given_up':
        closeEach([event.invoiceId], 'uncollectible', nowMs);
        break;
      case 'ended':
        if (event.invoices !== 'kept') closeEach(event.invoiceIds, event.invoices, nowMs);
        break;
      case 'paused':
      case 'resumed':
        for (const { invoiceId, dueAt } of after.openInvoices)
          set(moveDueDate(get(invoiceId), event.type === 'paused' ? null : dueAt));
        break;
      case 'created':
      case 'trial_end_announced':
      case 'plan_changed':
      case 'change_scheduled':
      case 'pending_change_dropped':
      case 'cancel_scheduled':
      case 'cancel_unscheduled':
      case 'method_chosen':
      case 'metadata_changed':
      case 'terms_changed':
      case 'early_attempt_planned':
        break; // These events change no invoice.
      default:
        event satisfies never;
    }
  }

  function get(id: Uuid): Invoice {
    const invoice = changed.get(id) ?? known.get(id);
    if (!invoice) throw new Error(`there is no invoice ${id}`);
    return invoice;
  }

  function set(invoice: Invoice): void {
    changed.set(invoice.id, invoice);
  }

  function draft(invoice: Invoice): void {
    drafted.set(invoice.id, invoice);
    credits.push({ invoice, kind: 'applied' });
  }

  /** Records published changes; each starts from the result of the one before. */
  function change(first: Invoice, ...changes: readonly (InvoiceChange | undefined)[]): void {
    let before = first;
    for (const next of changes) {
      if (!next) continue;
      published.push({ before, change: next });
      before = next.invoice;
      set(before);
    }
  }

  /** Finalizes a draft under its number. */
  function open(invoice: Invoice, nowMs: number): InvoiceChange | undefined {
    if (invoice.status !== 'draft') return undefined;
    const number = numbers.get(invoice.id);
    if (number === undefined) throw new Error(`invoice ${invoice.id} has no number`);
    return finalize(invoice, number, nowMs);
  }

  function succeed({ charge, attempt, outcome, dueAt }: ChargeSucceeded, nowMs: number): void {
    const before = { ...get(charge.invoiceId), attemptCount: attempt };
    credits.push({ invoice: before, kind: 'granted' });
    for (const { invoiceId, amount } of grantsOf(charge)) {
      const source = get(invoiceId);
      const by = toPublicId('invoice', charge.invoiceId);
      change(source, grant(source, { amount, by }, nowMs));
    }
    if (outcome.kind === 'sent') {
      const invoice = send(
        { ...before, attemptCount: 0, failureReason: null, declineCode: null },
        outcome,
        dueAt ?? nowMs,
      );
      set(invoice);
      change(invoice, open(invoice, nowMs));
    } else {
      const opened = open(before, nowMs);
      change(before, opened, pay(opened?.invoice ?? before, outcome, nowMs));
    }
  }

  function failAttempt(event: AttemptFailed, nowMs: number): void {
    const { invoiceId, payment, isReminder, dunning } = event;
    const stored = get(invoiceId);
    // After the last reminder, the invoice becomes uncollectible.
    if (isReminder && dunning === null) return;
    if (isReminder) {
      change(stored, remind(stored, event, nowMs));
      return;
    }
    const before = payment ? offer(stored, payment) : stored;
    const opened = open(before, nowMs);
    change(before, opened, fail(opened?.invoice ?? before, event, nowMs));
  }

  /** Closing returns their applied credit. */
  function closeEach(ids: readonly Uuid[], status: 'void' | 'uncollectible', nowMs: number): void {
    for (const id of ids) {
      const invoice = get(id);
      const closed = close(invoice, status, nowMs);
      if (!closed) continue;
      change(invoice, closed);
      // The credit of an uncollectible invoice was returned before.
      if (invoice.status === 'open') credits.push({ invoice, kind: 'returned' });
    }
  }
}

/** Invoices that fund the credit granted by a charge. */
function grantsOf(
  charge: Charge,
): readonly { readonly invoiceId: Uuid; readonly amount: bigint }[] {
  const granted = creditChange(charge, 'granted');
  return granted > 0n ? drawFrom(charge.sources ?? [], granted) : [];
}
