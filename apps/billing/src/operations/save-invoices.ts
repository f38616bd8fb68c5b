import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { AttemptFailed, ChargeSucceeded, SubscriptionEvent } from '../domain/event.ts';
import {
  close,
  draftInvoice,
  fail,
  finalize,
  type Invoice,
  type InvoiceChange,
  moveDueDate,
  offer,
  pay,
  send,
} from '../domain/invoice.ts';
import type { Subscription } from '../domain/subscription.ts';
import {
  deleteDraft,
  getInvoice,
  insertInvoice,
  takeNumber,
  updateInvoice,
} from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { moveCredit } from './pay-by-credit.ts';

type Tx = Transaction<BillingTables>;

export interface SavedChange {
  readonly before: Invoice;
  readonly change: InvoiceChange;
}

/** Does to the invoices what the events of their subscription mean for them. */
export async function saveInvoices(
  tx: Tx,
  steps: readonly { readonly event: SubscriptionEvent; readonly after: Subscription }[],
  nowMs: number,
): Promise<readonly SavedChange[]> {
  const saved: SavedChange[] = [];
  for (const { event, after } of steps) saved.push(...(await saveStep(tx, event, after, nowMs)));
  return saved;
}

async function saveStep(
  tx: Tx,
  event: SubscriptionEvent,
  after: Subscription,
  nowMs: number,
): Promise<readonly SavedChange[]> {
  switch (event.type) {
    case 'charge_started': {
      const { charge, attempt } = event.charging;
      if (attempt > 1) return [];
      const draft = draftInvoice(after, charge, nowMs);
      await insertInvoice(tx, draft);
      await moveCredit(tx, draft, 'applied');
      return [];
    }
    case 'charge_succeeded':
      return succeed(tx, event, nowMs);
    case 'attempt_failed':
      return failAttempt(tx, event, nowMs);
    case 'change_refused':
      await moveCredit(tx, await getInvoice(tx, event.invoiceId), 'returned');
      await deleteDraft(tx, event.invoiceId);
      return [];
    case 'invoice_settled':
      return changeEach(tx, [event.invoiceId], (invoice) => pay(invoice, null, nowMs));
    case 'invoice_voided':
      return closeEach(tx, [event.invoiceId], 'void', nowMs);
    case 'invoice_given_up':
      return closeEach(tx, [event.invoiceId], 'uncollectible', nowMs);
    case 'ended': {
      const { invoices: status } = event;
      if (status === 'kept') return [];
      return closeEach(tx, event.invoiceIds, status, nowMs);
    }
    case 'paused':
    case 'resumed':
      for (const { invoiceId, dueAt } of after.openInvoices)
        await updateInvoice(
          tx,
          moveDueDate(await getInvoice(tx, invoiceId), event.type === 'paused' ? null : dueAt),
        );
      return [];
    case 'created':
    case 'trial_end_announced':
    case 'plan_changed':
    case 'change_scheduled':
    case 'pending_change_dropped':
    case 'cancel_scheduled':
    case 'cancel_unscheduled':
      return []; // No invoice changes with these.
    default:
      return event satisfies never;
  }
}

async function succeed(
  tx: Tx,
  { charge, attempt, outcome, dueAt }: ChargeSucceeded,
  nowMs: number,
): Promise<readonly SavedChange[]> {
  const before = { ...(await getInvoice(tx, charge.invoiceId)), attemptCount: attempt };
  await moveCredit(tx, before, 'granted');
  if (outcome.kind === 'sent') {
    const invoice = send({ ...before, attemptCount: 0 }, outcome, dueAt ?? nowMs);
    return save(tx, invoice, [await open(tx, invoice, nowMs)]);
  }
  const opened = before.status === 'draft' ? await open(tx, before, nowMs) : undefined;
  const paid = pay(opened?.invoice ?? before, outcome.transactionId, nowMs);
  return save(tx, before, [opened, paid]);
}

async function failAttempt(
  tx: Tx,
  { invoiceId, attempt, payment }: AttemptFailed,
  nowMs: number,
): Promise<readonly SavedChange[]> {
  const stored = await getInvoice(tx, invoiceId);
  const before = payment ? offer(stored, payment) : stored;
  const opened = before.status === 'draft' ? await open(tx, before, nowMs) : undefined;
  return save(tx, before, [opened, fail(opened?.invoice ?? before, attempt, nowMs)]);
}

async function open(tx: Tx, draft: Invoice, nowMs: number): Promise<InvoiceChange> {
  return finalize(draft, await takeNumber(tx, draft.sellerId), nowMs);
}

/** What they were paid from credit is there for the next ones. */
async function closeEach(
  tx: Tx,
  ids: readonly Uuid[],
  status: 'void' | 'uncollectible',
  nowMs: number,
): Promise<readonly SavedChange[]> {
  const saved = await changeEach(tx, ids, (invoice) => close(invoice, status, nowMs));
  for (const { before } of saved) await moveCredit(tx, before, 'returned');
  return saved;
}

async function changeEach(
  tx: Tx,
  ids: readonly Uuid[],
  change: (invoice: Invoice) => InvoiceChange | undefined,
): Promise<readonly SavedChange[]> {
  const saved: SavedChange[] = [];
  for (const id of ids) {
    const before = await getInvoice(tx, id);
    saved.push(...(await save(tx, before, [change(before)])));
  }
  return saved;
}

/** Saves the last of an invoice's changes and returns all, each with what was before it. */
async function save(
  tx: Tx,
  first: Invoice,
  changes: readonly (InvoiceChange | undefined)[],
): Promise<readonly SavedChange[]> {
  let before = first;
  const saved: SavedChange[] = [];
  for (const change of changes) {
    if (!change) continue;
    saved.push({ before, change });
    before = change.invoice;
  }
  if (saved.length > 0) await updateInvoice(tx, before);
  return saved;
}
