import { readFileSync } from 'node:fs';
import { toPublicId } from '@florin/contracts';
import { type Html, html, type TextReply } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import { inlineStyle, type Locale, pickLocale, renderDocument } from '@florin/pages';
import type { Account } from '../../accounts/peers.ts';
import type { Line } from '../../charges/model.ts';
import type { Invoice } from '../model.ts';
import { type InvoiceTexts, invoiceTexts } from './texts.ts';

/** How an invoice is written: by the seller's language, and by the calendar that periods follow. */
interface Writing extends Locale<InvoiceTexts> {
  readonly days: Intl.DateTimeFormat;
}

const style = inlineStyle(readFileSync(new URL('invoice.css', import.meta.url), 'utf8'));

/** An invoice on a page of its own: it loads nothing, so that it can be kept, sent and printed. */
export function renderInvoice(
  invoice: Invoice,
  seller: Account | undefined,
  acceptLanguage: string | undefined,
): TextReply {
  const locale = pickLocale(invoiceTexts, seller?.language, acceptLanguage);
  const { tag, texts } = locale;
  const timeZone = seller?.timezone ?? 'UTC';
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  const writing = { ...locale, days };
  const { number } = invoice;
  const title = `${texts.invoice} ${number ?? `(${texts.statuses.draft})`}`;
  const body = html`<main>
<h1>${title}</h1>
${renderHead(invoice, seller, writing)}
${renderLines(invoice, writing)}
</main>`;
  const policy = [`style-src ${style.source}`, "form-action 'none'"];
  return renderDocument({ status: 200, tag, title, head: style.element, body, policy });
}

function renderHead(invoice: Invoice, seller: Account | undefined, { texts, days }: Writing): Html {
  const when = (name: string, instant: number | null) =>
    instant === null ? null : html`<dt>${name}</dt><dd>${days.format(instant)}</dd>`;
  return html`<dl>
<dt>${texts.from}</dt><dd dir="auto">${seller?.name ?? toPublicId('account', invoice.sellerId)}</dd>
<dt>${texts.to}</dt><dd dir="auto">${invoice.customerReference}</dd>
<dt>${texts.status}</dt><dd>${texts.statuses[invoice.status]}</dd>
${when(texts.issued, invoice.finalizedAt)}
${when(texts.due, invoice.dueAt)}
${when(texts.paid, invoice.paidAt)}
<dt>${texts.id}</dt><dd>${toPublicId('invoice', invoice.id)}</dd>
</dl>`;
}

function renderLines(invoice: Invoice, writing: Writing): Html {
  const { tag, texts } = writing;
  return html`<table>
<thead><tr><th scope="col">${texts.item}</th><th scope="col">${texts.quantity}</th><th scope="col">${texts.price}</th><th scope="col">${texts.amount}</th></tr></thead>
<tbody>
${invoice.lines.map((line) => renderLine(line, invoice, writing))}
</tbody>
<tfoot><tr><th scope="row" colspan="3">${texts.total}</th><td>${formatAmount(invoice.amount, invoice.currency, tag)}</td></tr></tfoot>
</table>`;
}

function renderLine(line: Line, { currency }: Invoice, { tag, texts, days }: Writing): Html {
  const { type, planId, quantity, unitAmount, amount, startAt, endAt } = line;
  const isCredit = type === 'credit_applied' || type === 'credit_granted';
  const span = html`<br><small>${days.formatRange(startAt, endAt)}</small>`;
  return html`<tr><td>${texts.lines[type]}${isCredit ? null : html` ${planId}${span}`}</td>
<td>${isCredit ? null : quantity}</td>
<td>${isCredit ? null : formatAmount(unitAmount, currency, tag)}</td>
<td>${formatAmount(amount, currency, tag)}</td></tr>`;
}
