import { createHash } from 'node:crypto';
import { toPublicId } from '@florin/contracts';
import { type Html, html, type TextReply } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import type { Line } from '../domain/charge.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Account } from '../operations/peers.ts';

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2430; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; margin: 0 0 1.5rem }
dt { color: #5b6675 } dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
th, td { text-align: left; padding: .5rem .4rem; border-bottom: 1px solid #d7dce2; vertical-align: top }
th:nth-child(n+2), td:nth-child(n+2) { text-align: right; white-space: nowrap }
tfoot td { font-weight: 600; border-bottom: 0 }
small { color: #5b6675 }
@media print { body { margin: 0; max-width: none } }
`;
/** By its digest the policy allows this style and no other. */
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** An invoice on a page of its own: it loads nothing, so that it can be kept, sent and printed. */
export function renderInvoice(invoice: Invoice, seller: Account | undefined): TextReply {
  const { number, status, amount, currency, lines } = invoice;
  const title = number === null ? 'Invoice (draft)' : `Invoice ${number}`;
  const day = makeFormatDay(seller?.timezone ?? 'UTC');
  const total = formatAmount(amount, currency, LOCALE);
  const { markup } = html`<!doctype html>
<html lang="${LOCALE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<h1>${title}</h1>
<dl>
<dt>From</dt><dd dir="auto">${seller?.name ?? toPublicId('account', invoice.sellerId)}</dd>
<dt>To</dt><dd dir="auto">${invoice.customerReference}</dd>
<dt>Status</dt><dd>${status}</dd>
${when('Issued', invoice.finalizedAt, day)}
${when('Due', invoice.dueAt, day)}
${when('Paid', invoice.paidAt, day)}
<dt>Id</dt><dd>${toPublicId('invoice', invoice.id)}</dd>
</dl>
<table>
<thead><tr><th>For</th><th>Quantity</th><th>Price</th><th>Amount</th></tr></thead>
<tbody>
${lines.map((line) => renderLine(line, invoice, day))}
</tbody>
<tfoot><tr><td>Total</td><td></td><td></td><td>${total}</td></tr></tfoot>
</table>
</body>
</html>
`;
  return { status: 200, headers, text: markup };
}

const LOCALE = 'en';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': LOCALE,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

type FormatDay = (instant: number) => string;

/** Days by the calendar of the seller, by which periods are counted. */
function makeFormatDay(timeZone: string): FormatDay {
  const format = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone });
  return (instant) => format.format(instant);
}

function when(name: string, instant: number | null, day: FormatDay): Html | null {
  return instant === null ? null : html`<dt>${name}</dt><dd>${day(instant)}</dd>`;
}

function renderLine(line: Line, { currency }: Invoice, day: FormatDay): Html {
  const { type, planId, quantity, unitAmount, amount, startAt, endAt } = line;
  const isCredit = type === 'credit_applied' || type === 'credit_granted';
  const span = html`<br><small>${day(startAt)} to ${day(endAt)}</small>`;
  return html`<tr><td>${names[type]}${isCredit ? null : html` ${planId}${span}`}</td>
<td>${isCredit ? null : quantity}</td>
<td>${isCredit ? null : formatAmount(unitAmount, currency, LOCALE)}</td>
<td>${formatAmount(amount, currency, LOCALE)}</td></tr>`;
}

const names: Readonly<Record<Line['type'], string>> = {
  period: 'Subscription to',
  proration: 'Rest of the period on',
  unused_time: 'Unused time on',
  credit_granted: 'Kept as credit for the next invoices',
  credit_applied: 'Paid from credit',
};
