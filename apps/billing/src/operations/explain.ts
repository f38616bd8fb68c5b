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
import { changeBegunBy } from '../domain/changes.ts';
import { explainChange } from '../domain/explain-change.ts';
import { explainLines, toExplainedChange, toExplanation } from '../domain/explanation-resource.ts';
import { parseLineId } from '../domain/line-id.ts';
import { findCreditBefore } from '../store/credits.ts';
import { findChanged, type HistoryEntry, listHistory } from '../store/history.ts';
import { findInvoice } from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { getVisibleInvoice, getVisibleSubscription } from './find-visible.ts';

/** Explains a line of an invoice, or a change of a subscription, from what was written down. */
export function makeExplain(db: Kysely<BillingTables>) {
  return async (caller: Caller, id: string): Promise<ExplanationResource> => {
    try {
      return await explain(caller, id);
    } catch (error) {
      // Whatever it is that is missing or somebody else's: its name would tell which.
      const isMissing = error instanceof AppError && error.code === 'not_found';
      throw isMissing ? notFound('invoice line or change') : error;
    }
  };

  async function explain(caller: Caller, id: string): Promise<ExplanationResource> {
    const line = parseLineId(id);
    if (line) return ofLine(caller, id, line);
    const changeId = parsePublicId('change', id);
    if (changeId === undefined) throw notFound('change');
    return ofChange(caller, changeId);
  }

  async function ofLine(
    caller: Caller,
    id: string,
    { invoiceId, index }: { readonly invoiceId: Uuid; readonly index: number },
  ): Promise<ExplanationResource> {
    const invoice = await getVisibleInvoice(db, caller, invoiceId);
    const line = invoice.lines[index];
    if (!line) throw notFound('invoice line');
    const { subscriptionId, cause, currency } = invoice;
    const history = await listHistory(db, subscriptionId);
    const begun = history.find(
      ({ event }) => event.type === 'charge_started' && event.charging.charge.cause === cause,
    );
    const credit = await findCreditBefore(db, invoiceId);
    const explained = explainLines(invoice.lines, invoiceId, credit).slice(index, index + 1);
    const about = {
      ...{ id, subject: 'invoice_line' as const, cause, currency, subscriptionId, invoiceId },
      request: requestOf(begun),
      decidedAt: begun?.event.at ?? invoice.createdAt,
      amount: line.amount,
      recomputed: BigInt(explained[0]?.recomputed_amount ?? 0),
    };
    return toExplanation(about, null, explained);
  }

  async function ofChange(caller: Caller, changeId: Uuid): Promise<ExplanationResource> {
    const subscriptionId = await findChanged(db, changeId);
    if (subscriptionId === undefined) throw notFound('change');
    await getVisibleSubscription(db, caller, subscriptionId);
    const history = await listHistory(db, subscriptionId);
    const begun = history.find(({ event }) => changeBegunBy(event) === changeId);
    const invoiceId = chargedBy(begun);
    const credit = invoiceId === null ? 0n : await findCreditBefore(db, invoiceId);
    const events = history.map(({ event }) => event);
    const explained = explainChange(events, changeId, credit);
    if (!explained) throw notFound('change');
    const { charge, at, amount, recomputed, to } = explained;
    // The draft of a change that was refused is gone.
    const invoice = invoiceId === null ? undefined : await findInvoice(db, invoiceId);
    const about = {
      id: toPublicId('change', changeId),
      subject: 'subscription_change' as const,
      cause: `change:${changeId}`,
      currency: to.plan.currency,
      subscriptionId,
      invoiceId: invoice?.id ?? null,
      request: requestOf(begun),
      decidedAt: at,
      amount,
      recomputed,
    };
    const lines = explainLines(charge?.lines ?? [], invoice?.id ?? null, credit);
    return toExplanation(about, toExplainedChange(explained), lines);
  }
}

function chargedBy(entry: HistoryEntry | undefined): Uuid | null {
  return entry?.event.type === 'charge_started' ? entry.event.charging.charge.invoiceId : null;
}

function requestOf(entry: HistoryEntry | undefined): ExplanationResource['request'] {
  return { id: entry?.requestId ?? null, idempotency_key: entry?.idempotencyKey ?? null };
}
