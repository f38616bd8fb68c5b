import { AppError, toInstant, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { invoiceDocument, type SalesDocument } from '../../domain/document/model.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { hasEnded } from '../../domain/subscription/model.ts';
import { findInvoice } from '../../invoicing/invoices/queries.ts';
import { findSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { findOrMakeLink } from './queries.ts';

interface DescribeRequest {
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly invoiceId: Uuid;
}

/** Maximum number of lines beside the payment form. */
const LINES_MAX = 20;

/** RPCs by which the ledger reads about payments that billing requested. */
export function paymentRpcs({
  db,
  publicUrl,
}: {
  readonly db: Kysely<BillingTables>;
  readonly publicUrl: string;
}) {
  return {
    async DescribePayment({ accountId, paymentId, invoiceId }: DescribeRequest) {
      const invoice = await findInvoice(db, invoiceId);
      // Anyone can write an invoice's id into their own payment request.
      if (invoice?.sellerId !== accountId || !isAskedBy(invoice, paymentId))
        throw new AppError('not_found', 'no invoice has this payment request');
      const link = invoice.status === 'draft' ? undefined : await findOrMakeLink(db, invoice);
      const document = invoiceDocument(invoice, { name: undefined, timezone: undefined });
      const lines = linesOf(document);
      const { seller } = document;
      const due = invoice.dueAt;
      return {
        invoiceNumber: document.number ?? '',
        invoiceUrl: link ? `${publicUrl}/i/${link.token}` : '',
        dueAt: due === null ? '' : toInstant(due),
        lines: lines.slice(0, LINES_MAX),
        moreLines: Math.max(0, lines.length - LINES_MAX),
        sellerName: invoice.parties?.seller.legalName ?? '',
        sellerEmail: seller.email ?? '',
        sellerPhone: seller.phone ?? '',
        timezone: invoice.parties?.seller.timezone ?? '',
        hasEnded: await hasItsSubscriptionEnded(db, invoice),
      };
    },
  };
}

async function hasItsSubscriptionEnded(
  db: Kysely<BillingTables>,
  { subscriptionId }: Invoice,
): Promise<boolean> {
  const stored = subscriptionId === null ? undefined : await findSubscription(db, subscriptionId);
  return stored !== undefined && hasEnded(stored.subscription);
}

/** A charge without a recorded outcome has no known payment request yet. */
function isAskedBy({ payment }: Invoice, paymentId: Uuid): boolean {
  return payment === null || payment.id === paymentId;
}

/** Purchases, taxes and credits: all lines that add up to the amount due. */
function linesOf({ lines, taxes, credits }: SalesDocument) {
  const plain = { startAt: '', endAt: '' };
  return [
    ...lines.map(({ type, name, net, span }) => ({
      type,
      name: name ?? '',
      amount: net.toString(),
      startAt: span ? toInstant(span.startAt) : '',
      endAt: span ? toInstant(span.endAt) : '',
    })),
    ...taxes
      .filter(({ amount }) => amount !== 0n)
      .map(({ name, percentage, amount }) => {
        const what = { type: 'tax', name: `${name} ${Number(percentage)} %` };
        return { ...what, amount: amount.toString(), ...plain };
      }),
    ...credits.map(({ type, amount }) => ({ type, name: '', amount: amount.toString(), ...plain })),
  ];
}
