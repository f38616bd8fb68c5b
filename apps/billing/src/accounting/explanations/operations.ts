import {
  AppError,
  type Caller,
  type ExplanationResource,
  parsePublicId,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { listFiles } from '../../documents/drawing/kept.ts';
import { explainChange } from '../../domain/explanation/model.ts';
import { explainInvoice, explainNote } from '../../domain/explanation/totals.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { parseLineId } from '../../domain/resources/invoice.ts';
import { changeStartedBy } from '../../domain/subscription/events.ts';
import { findEntriesOf } from '../../invoicing/books/queries.ts';
import { getVisibleNote } from '../../invoicing/credit-notes/operations.ts';
import { findNotesOf } from '../../invoicing/credit-notes/queries.ts';
import { getVisibleInvoice } from '../../invoicing/invoices/operations.ts';
import { findInvoice } from '../../invoicing/invoices/queries.ts';
import { findCreditBefore } from '../../records/credits-queries.ts';
import {
  findChanged,
  type HistoryEntry,
  listHistory,
} from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { getVisibleSubscription } from '../../selling/subscriptions/read.ts';
import { explainLines, toExplainedChange, toExplanation } from './resource.ts';
import { toExplainedAmount } from './totals-resource.ts';

export interface ExplainDeps {
  readonly db: Kysely<BillingTables>;
}

/** Maximum number of entries shown for an invoice. */
const ENTRIES_MAX = 200;

/**
 * Explains an invoice, one of its lines, a credit note or a change of a subscription, from stored
 * data.
 */
export async function explain(
  deps: ExplainDeps,
  caller: Caller,
  id: string,
): Promise<ExplanationResource> {
  try {
    return await explainAny(deps, caller, id);
  } catch (error) {
    // Missing objects and those of others get the same message, so that callers cannot distinguish
    // them.
    const isMissing = error instanceof AppError && error.code === 'not_found';
    throw isMissing ? notFound('invoice, invoice line, credit note or change') : error;
  }
}

async function explainAny(
  deps: ExplainDeps,
  caller: Caller,
  id: string,
): Promise<ExplanationResource> {
  const line = parseLineId(id);
  if (line) return explainLineOf(deps, caller, { id, ...line });
  const invoiceId = parsePublicId('invoice', id);
  if (invoiceId !== undefined) return explainInvoiceOf(deps, caller, invoiceId);
  const noteId = parsePublicId('creditNote', id);
  if (noteId !== undefined) return explainNoteOf(deps, caller, noteId);
  const changeId = parsePublicId('change', id);
  if (changeId === undefined) throw notFound('change');
  return explainChangeOf(deps, caller, changeId);
}

async function explainLineOf(
  deps: ExplainDeps,
  caller: Caller,
  { id, invoiceId, index }: { id: string; invoiceId: Uuid; index: number },
): Promise<ExplanationResource> {
  const invoice = await getVisibleInvoice(deps, caller, invoiceId);
  const line = invoice.lines[index];
  if (!line) throw notFound('invoice line');
  const credit = await findCreditBefore(deps.db, invoiceId);
  const explained = explainLines(invoice.lines, invoiceId, credit).slice(index, index + 1);
  const about = {
    ...{ id, subject: 'invoice_line' as const },
    ...(await billedBy(deps, invoice)),
    amount: line.amount,
    recomputed: BigInt(explained[0]?.recomputed_amount ?? 0),
  };
  return toExplanation(about, null, explained);
}

async function explainInvoiceOf(
  deps: ExplainDeps,
  caller: Caller,
  id: Uuid,
): Promise<ExplanationResource> {
  const invoice = await getVisibleInvoice(deps, caller, id);
  const credit = await findCreditBefore(deps.db, id);
  const lines = explainLines(invoice.lines, id, credit);
  const amounts = explainInvoice(invoice, await findNotesOf(deps.db, id));
  const about = {
    ...{ id: toPublicId('invoice', id), subject: 'invoice' as const },
    ...(await billedBy(deps, invoice)),
    amount: invoice.amount,
    recomputed: lines.reduce((sum, line) => sum + BigInt(line.recomputed_amount), 0n),
  };
  const resources = amounts.map((amount) => toExplainedAmount(amount, id));
  const entries = (await findEntriesOf(deps.db, id)).slice(-ENTRIES_MAX);
  return toExplanation(about, null, lines, resources, entries, await listFiles(deps.db, id));
}

async function explainNoteOf(
  deps: ExplainDeps,
  caller: Caller,
  id: Uuid,
): Promise<ExplanationResource> {
  const note = await getVisibleNote(deps, caller, id);
  const { invoiceId, issuedAt, createdAt, amount } = note;
  const amounts = explainNote(note);
  const about = {
    ...{ id: toPublicId('creditNote', id), subject: 'credit_note' as const },
    ...(await billedBy(deps, await getVisibleInvoice(deps, caller, invoiceId))),
    decidedAt: issuedAt ?? createdAt,
    // The note's event holds the request that created it.
    request: requestOf(undefined),
    amount,
    recomputed: note.lines.reduce((sum, { net, tax }) => sum + net + tax, 0n),
  };
  const resources = amounts.map((each) => toExplainedAmount(each, invoiceId));
  return toExplanation(about, null, [], resources, [], await listFiles(deps.db, id));
}

/** The cause of an invoice, with the request and time that created it. */
async function billedBy(
  { db }: ExplainDeps,
  { id: invoiceId, sellerId, subscriptionId, cause, currency, createdAt }: Invoice,
) {
  const history = subscriptionId === null ? [] : await listHistory(db, subscriptionId);
  const started = history.find(
    ({ event }) => event.type === 'charge_started' && event.charging.charge.cause === cause,
  );
  return {
    ...{ cause, currency, invoiceId, sellerId, subscriptionId },
    request: requestOf(started),
    decidedAt: started?.event.at ?? createdAt,
  };
}

async function explainChangeOf(
  deps: ExplainDeps,
  caller: Caller,
  changeId: Uuid,
): Promise<ExplanationResource> {
  const subscriptionId = await findChanged(deps.db, changeId);
  if (subscriptionId === undefined) throw notFound('change');
  const { subscription } = await getVisibleSubscription(deps, caller, subscriptionId);
  const history = await listHistory(deps.db, subscriptionId);
  const started = history.find(({ event }) => changeStartedBy(event) === changeId);
  const invoiceId = chargedBy(started);
  const credit = invoiceId === null ? 0n : await findCreditBefore(deps.db, invoiceId);
  const events = history.map(({ event }) => event);
  const explained = explainChange(events, changeId, credit);
  if (!explained) throw notFound('change');
  const { charge, at, amount, recomputed, to } = explained;
  // The draft of a refused change has been deleted.
  const invoice = invoiceId === null ? undefined : await findInvoice(deps.db, invoiceId);
  const about = {
    id: toPublicId('change', changeId),
    subject: 'subscription_change' as const,
    cause: `change:${changeId}`,
    currency: to.plan.currency,
    sellerId: subscription.sellerId,
    subscriptionId,
    invoiceId: invoice?.id ?? null,
    request: requestOf(started),
    decidedAt: at,
    amount,
    recomputed,
  };
  const lines = explainLines(charge?.lines ?? [], invoice?.id ?? null, credit);
  return toExplanation(about, toExplainedChange(explained), lines);
}

function chargedBy(entry: HistoryEntry | undefined): Uuid | null {
  return entry?.event.type === 'charge_started' ? entry.event.charging.charge.invoiceId : null;
}

function requestOf(entry: HistoryEntry | undefined): ExplanationResource['request'] {
  return { id: entry?.requestId ?? null, idempotency_key: entry?.idempotencyKey ?? null };
}
