import { AppError } from '@florin/contracts';
import { type Html, html } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import type { BillingClient } from '../clients.ts';
import { invoiceIdOf, type PaymentRequest } from '../domain/payment-request/model.ts';
import type { PayLocale } from '../texts/languages.ts';
import { isLineWord } from '../texts/texts.ts';

/** The invoice of a payment request, as billing knows it now. Amounts are minor units. */
export interface PaidInvoice {
  /** Null on a draft. */
  readonly number: string | null;
  /** URL of its own page; null if there is none. */
  readonly url: string | null;
  /** Milliseconds since 1970. */
  readonly dueAt: number | null;
  readonly lines: readonly PaidLine[];
  readonly moreLines: number;
  readonly seller: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
  };
  /** Time zone (IANA); null for the payee's. */
  readonly timezone: string | null;
  /** Whether its subscription has ended, so that there are no later charges. */
  readonly hasEnded: boolean;
}

interface PaidLine {
  readonly type: string;
  readonly name: string;
  readonly amount: bigint;
  readonly span: { readonly startAt: number; readonly endAt: number } | null;
}

/** Within the route's limit of 2 s, so that a page can still be drawn without it. */
const CALL_TIMEOUT_MS = 700;

/**
 * The invoice of a payment request; undefined for requests of clients, and if billing does not
 * answer.
 */
export async function findPaidInvoice(
  billing: BillingClient | undefined,
  payment: PaymentRequest,
  requestId: string,
): Promise<PaidInvoice | undefined> {
  const { id: paymentId, accountId } = payment;
  const invoiceId = invoiceIdOf(payment);
  if (!billing || invoiceId === undefined) return undefined;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  return billing
    .describePayment({ accountId, paymentId, invoiceId }, context)
    .then(toPaidInvoice)
    .catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
}

type Described = Awaited<ReturnType<BillingClient['describePayment']>>;

function toPaidInvoice(reply: Described): PaidInvoice {
  const instantOf = (text: string) => (text === '' ? null : Date.parse(text));
  return {
    number: reply.invoiceNumber || null,
    url: reply.invoiceUrl || null,
    dueAt: instantOf(reply.dueAt),
    lines: (reply.lines ?? []).map(({ type, name, amount, startAt, endAt }) => ({
      type,
      name,
      amount: BigInt(amount),
      span: startAt && endAt ? { startAt: Date.parse(startAt), endAt: Date.parse(endAt) } : null,
    })),
    moreLines: reply.moreLines,
    seller: {
      name: reply.sellerName || null,
      email: reply.sellerEmail || null,
      phone: reply.sellerPhone || null,
    },
    timezone: reply.timezone || null,
    hasEnded: reply.hasEnded,
  };
}

/** Number, due date and lines of the invoice. */
export function renderInvoice(
  invoice: PaidInvoice,
  { currency }: Pick<PaymentRequest, 'currency'>,
  { tag, texts }: PayLocale,
  timeZone: string,
): Html {
  const { number, url, dueAt, lines, moreLines } = invoice;
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  const title = number ?? texts.invoice.see;
  const line = ({ type, name, amount, span }: PaidLine) =>
    html`<tr><td>${
      isLineWord(type) ? `${texts.invoice.lines[type]} ` : null
    }<bdi>${name}</bdi>${span && html`<br><small>${days.formatRange(span.startAt, span.endAt)}</small>`}</td><td>${formatAmount(amount, currency, tag)}</td></tr>`;
  return html`<dl><dt>${texts.invoice.title}</dt><dd dir="auto">${
    url === null ? title : html`<a href="${url}">${title}</a>`
  }</dd>
${dueAt === null ? null : html`<dt>${texts.invoice.due}</dt><dd>${days.format(dueAt)}</dd>`}</dl>
${lines.length === 0 ? null : html`<table class="lines"><tbody>${lines.map(line)}</tbody></table>`}
${moreLines === 0 ? null : html`<p class="quiet">${texts.invoice.more(moreLines)}</p>`}`;
}

/** Contact of the payee. */
export function renderContact({ seller }: PaidInvoice, { texts }: PayLocale): Html | null {
  const { name, email, phone } = seller;
  if (name === null && email === null && phone === null) return null;
  const lines = [name, email, phone].filter((each) => each !== null);
  return html`<dt>${texts.invoice.contact}</dt><dd>${lines.map((each) => html`<div dir="auto">${each}</div>`)}</dd>`;
}
