import {
  type DocumentResource,
  type ExplanationResource,
  isLive,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { KeptDocument } from '../../documents/drawing/kept.ts';
import { type InvoiceEntryKind, isOfInvoice, type StoredEntry } from '../../domain/books/model.ts';
import type { Line } from '../../domain/charge.ts';
import {
  type ExplainedChange,
  type ExplainedLine,
  explainLine,
} from '../../domain/explanation/model.ts';
import { type Item, itemsOf, type Terms } from '../../domain/price.ts';
import { toLineId } from '../../domain/resources/invoice.ts';
import { toUnitPrice } from '../../domain/resources/unit-price.ts';

type LineResource = ExplanationResource['lines'][number];
type ChangeResource = NonNullable<ExplanationResource['change']>;

/** All lines of an invoice, explained; without an id if the invoice was deleted. */
export function explainLines(
  lines: readonly Line[],
  invoiceId: Uuid | null,
  creditBefore: bigint,
): readonly LineResource[] {
  return lines.map((line, index) => {
    const explained = explainLine(line, lines.slice(0, index), creditBefore, lines);
    return toExplainedLine(explained, invoiceId === null ? null : toLineId(invoiceId, index));
  });
}

export function toExplainedChange(explained: ExplainedChange): ChangeResource {
  const { direction, from, to, before, pricedAt, effectiveAt, outcome } = explained;
  return {
    direction,
    from: toTerms(from),
    to: toTerms(to),
    period_start: toInstant(before.periodStartAt),
    period_end: toInstant(before.periodEndAt),
    priced_at: toInstant(pricedAt),
    effective_at: toInstant(effectiveAt),
    outcome,
  };
}

/** Fields that all explanations share. */
export function toExplanation(
  about: Pick<ExplanationResource, 'id' | 'subject' | 'cause' | 'currency' | 'request'> & {
    readonly sellerId: Uuid;
    readonly subscriptionId: Uuid | null;
    readonly invoiceId: Uuid | null;
    readonly decidedAt: number;
    readonly amount: bigint;
    readonly recomputed: bigint;
  },
  change: ChangeResource | null,
  lines: readonly LineResource[],
  amounts: ExplanationResource['amounts'] = [],
  entries: readonly StoredEntry[] = [],
  documents: readonly KeptDocument[] = [],
): ExplanationResource {
  const { id, subject, cause, currency, request, invoiceId } = about;
  const resource = {
    object: 'explanation' as const,
    livemode: isLive(about.sellerId),
    id,
    subject,
    subscription_id:
      about.subscriptionId === null ? null : toPublicId('subscription', about.subscriptionId),
    invoice_id: invoiceId === null ? null : toPublicId('invoice', invoiceId),
    cause,
    decided_at: toInstant(about.decidedAt),
    request,
    currency,
    amount: toJsonAmount(about.amount),
    recomputed_amount: toJsonAmount(about.recomputed),
    change,
    lines: [...lines],
    amounts,
    entries: entries.filter(isOfInvoice).map(toEntryResource),
    documents: documents.map(toDocument),
  };
  return resource;
}

function toEntryResource(
  entry: StoredEntry & { readonly kind: InvoiceEntryKind },
): ExplanationResource['entries'][number] {
  const { kind: type, source, document, requestId } = entry;
  return {
    object: 'book_entry',
    type,
    amount: toJsonAmount(entry.amount),
    source_id: source,
    document,
    occurred_at: toInstant(entry.at),
    request_id: requestId,
    postings: entry.postings.map(({ account, amount }) => ({
      account_name: account,
      amount: toJsonAmount(amount),
    })),
  };
}

function toDocument({ kind, sha256, size, createdAt }: KeptDocument): DocumentResource {
  const created_at = createdAt.toISOString();
  return { object: 'document', kind, pdf_sha256: sha256, bytes: size, created_at };
}

function toExplainedLine(explained: ExplainedLine, id: string | null): LineResource {
  const { line, formula, rounding, exact, recomputed, otherLines, creditBalance } = explained;
  return {
    id,
    object: 'explained_line',
    type: line.type,
    formula,
    inputs: {
      plan: line.planId,
      quantity: line.quantity,
      ...toUnitPrice(line.unitAmount, line.quantity),
      period_start: toInstant(line.startAt),
      period_end: toInstant(line.endAt),
      remaining_seconds: line.remainingSeconds,
      period_seconds: line.periodSeconds,
      other_lines: otherLines === null ? null : toJsonAmount(otherLines),
      credit_balance: creditBalance === null ? null : toJsonAmount(creditBalance),
      taxable: line.added ? toJsonAmount(line.added.taxable) : null,
      percentage: line.added?.percentage ?? percentOf(line),
    },
    rounding,
    exact,
    amount: toJsonAmount(line.amount),
    recomputed_amount: toJsonAmount(recomputed),
  };
}

function percentOf({ discount }: Line): string | null {
  return discount?.off.kind === 'percent' ? discount.off.percent : null;
}

function toTerms(terms: Terms) {
  return { ...toItem(terms), items: itemsOf(terms).map(toItem) };
}

function toItem({ plan, quantity }: Item) {
  return { plan: plan.id, quantity, ...toUnitPrice(plan.amount, quantity) };
}
