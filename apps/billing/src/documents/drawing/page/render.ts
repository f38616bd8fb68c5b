import type { TaxIdResource } from '@florin/contracts';
import { type Html, html, type TextReply } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import { inlineStyle, type Locale, pickLocale, renderDocument } from '@florin/pages';
import type { DocumentLine, SalesDocument } from '../../../domain/document/model.ts';
import { addressLines } from '../address.ts';
import { type DocumentTexts, documentTexts } from '../texts.ts';
import { type DrawnPrice, drawnPriceOf } from '../unit-prices.ts';
import { documentStyle } from './style.ts';

/** Language and calendar of a document. */
interface Writing extends Locale<DocumentTexts> {
  readonly days: Intl.DateTimeFormat;
  readonly rangeOf: (span: NonNullable<DocumentLine['span']>) => string;
  readonly money: (amount: bigint) => string;
  readonly priceOf: (line: DocumentLine) => DrawnPrice;
}

export interface PageOptions {
  /** Language of the customer, or else the seller; undefined for the reader's. */
  readonly language: string | undefined;
  readonly acceptLanguage: string | undefined;
  /** As a data URL. */
  readonly logo: string | undefined;
  /** Set on pages without a login; undefined for read-only pages. */
  readonly actions?: PageActions | undefined;
}

/** Actions on a page. Addresses are relative to the page. */
export interface PageActions {
  /** Whether the page has a form that leads to the payment. */
  readonly isPayable: boolean;
  readonly pdf: string;
  readonly back: string | null;
}

/** A document as a self-contained page that can be saved, sent and printed: it loads nothing. */
export function renderPage(document: SalesDocument, options: PageOptions): TextReply {
  const { language, acceptLanguage, logo, actions } = options;
  const locale = pickLocale(documentTexts, language, acceptLanguage);
  const { tag, texts } = locale;
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: document.timezone });
  const money = (amount: bigint) => formatAmount(amount, document.currency, tag);
  const priceOf = (line: DocumentLine) => drawnPriceOf(line, document.currency, tag);
  const writing = { ...locale, days, rangeOf: makeRanges(days), money, priceOf };
  const title = `${texts[document.kind]} ${document.number ?? `(${texts.statuses.draft})`}`;
  const body = html`<main>
${renderLetterhead(document, logo)}
<h1>${title}</h1>
${document.status === 'draft' ? html`<p class="draft">${texts.draft}</p>` : null}
${actions ? renderActions(document, actions, writing) : null}
${renderHead(document, writing)}
${renderLines(document, writing)}
${renderNotes(document, writing)}
</main>`;
  const style = inlineStyle(documentStyle(document.seller.color));
  const policy = [
    `style-src ${style.source}`,
    `form-action ${actions?.isPayable ? "'self'" : "'none'"}`,
  ];
  return renderDocument({
    ...{ status: 200, tag, title, body },
    head: style.element,
    policy,
  });
}

/**
 * Caches formatted ranges: hundreds of lines share a few, and formatting one takes as long as the
 * rest of a line.
 */
function makeRanges(days: Intl.DateTimeFormat): Writing['rangeOf'] {
  const known = new Map<string, string>();
  return ({ startAt, endAt }) => {
    const key = `${startAt} ${endAt}`;
    const range = known.get(key) ?? days.formatRange(startAt, endAt);
    known.set(key, range);
    return range;
  };
}

function renderLetterhead({ seller }: SalesDocument, logo: string | undefined): Html {
  if (logo === undefined) return html`<p class="seller" dir="auto">${seller.name}</p>`;
  return html`<p class="seller"><img src="${logo}" alt="${seller.name}"></p>`;
}

function renderActions(
  { due }: SalesDocument,
  { isPayable, pdf, back }: PageActions,
  { texts, money }: Writing,
): Html {
  const pay = html`<form method="post"><button type="submit">${texts.pay(money(due))}</button></form>`;
  return html`<div class="actions">
${isPayable ? pay : null}
<a href="${pdf}">${texts.download}</a>
${back === null ? null : html`<a href="${back}">${texts.back}</a>`}
</div>`;
}

function renderHead(document: SalesDocument, writing: Writing): Html {
  const { texts, days } = writing;
  const { status, seller, buyer } = document;
  const when = (name: string, instant: number | null) =>
    said(name, instant && days.format(instant));
  return html`<dl>
${said(texts.ofInvoice, document.ofInvoice)}
<dt>${texts.from}</dt><dd>${renderSeller(seller, writing)}</dd>
<dt>${texts.to}</dt><dd>${renderBuyer(buyer, document.buyerReference, writing)}</dd>
${said(texts.poNumber, buyer?.poNumber ?? null)}
${said(texts.buyerReference, buyer?.buyerReference ?? null)}
${said(texts.status, status && texts.statuses[status])}
${when(texts.issued, document.issuedAt)}
${when(texts.due, document.dueAt)}
${when(texts.paid, document.paidAt)}
<dt>${texts.id}</dt><dd>${document.id}</dd>
</dl>`;
}

function said(name: string, text: string | number | null): Html | null {
  return text === null || text === 0 ? null : html`<dt>${name}</dt><dd dir="auto">${text}</dd>`;
}

function renderSeller(seller: SalesDocument['seller'], writing: Writing): Html {
  const address = seller.address ? addressLines(seller.address, writing.tag) : [];
  const contact = [seller.email, seller.phone].filter((each) => each != null);
  return html`${renderText([seller.name, ...address])}${renderTaxIds(seller.taxIds, writing)}${renderText(contact)}`;
}

function renderBuyer(buyer: SalesDocument['buyer'], reference: string, writing: Writing): Html {
  if (!buyer) return renderText([reference]);
  const names = [buyer.company, buyer.name].filter((each) => each !== null);
  const shown = names.length > 0 ? names : [buyer.email ?? reference];
  const address = buyer.address ? addressLines(buyer.address, writing.tag) : [];
  return html`${renderText([...shown, ...address])}${renderTaxIds(buyer.taxIds, writing)}`;
}

function renderText(lines: readonly string[]): Html {
  return html`${lines.map((line) => html`<div dir="auto">${line}</div>`)}`;
}

function renderTaxIds(ids: readonly TaxIdResource[] | undefined, { texts }: Writing): Html {
  return html`${(ids ?? []).map(({ type, value }) => html`<div>${type === 'vat' ? texts.vatId : texts.taxId}: ${value}</div>`)}`;
}

function renderLines(document: SalesDocument, writing: Writing): Html {
  const { texts } = writing;
  const isPriced = document.lines.some(({ unitAmount }) => unitAmount !== null);
  const prices = isPriced
    ? html`<th scope="col">${texts.quantity}</th><th scope="col">${texts.price}</th>`
    : null;
  return html`<table>
<thead><tr><th scope="col">${texts.item}</th>${prices}<th scope="col">${texts.amount}</th></tr></thead>
<tbody>
${document.lines.map((line) => renderLine(line, isPriced, writing))}
</tbody>
<tfoot>${renderTotals(document, isPriced ? 3 : 1, writing)}</tfoot>
</table>`;
}

function renderLine(
  line: DocumentLine,
  isPriced: boolean,
  { texts, rangeOf, money, priceOf }: Writing,
): Html {
  const { type, name, quantity, span } = line;
  const { price, details } = priceOf(line);
  const what = type === 'item' || type === 'tax' || type === 'credited' ? '' : texts.lines[type];
  const time = span && html`<br><small>${rangeOf(span)}</small>`;
  const parts = details.map((detail) => html`<br><small>${detail}</small>`);
  const prices = isPriced ? html`<td>${quantity}</td><td>${price}</td>` : null;
  return html`<tr><td>${what} <bdi>${name}</bdi>${time}${parts}</td>${prices}<td>${money(line.amount)}</td></tr>`;
}

function renderTotals(document: SalesDocument, span: number, { texts, money, tag }: Writing): Html {
  const { taxes, credits, net, gross, due } = document;
  const row = (name: string | Html, amount: bigint) =>
    html`<tr><th scope="row" colspan="${span}">${name}</th><td>${money(amount)}</td></tr>`;
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 });
  const charged = taxes.filter(({ category }) => category === 'S' || category === 'Z');
  return html`${taxes.length > 0 ? row(texts.subtotal, net) : null}
${charged.map((tax) => {
  const rate = `${tax.name} ${percent.format(Number(tax.percentage) / 100)}`;
  return row(texts.taxOn(rate, money(tax.taxable)), tax.amount);
})}
${row(texts.total, gross)}
${credits.map(({ type, amount }) => row(texts.lines[type], amount))}
${due === gross ? null : row(texts.dueTotal, due)}`;
}

function renderNotes({ notes, memo, seller }: SalesDocument, { texts }: Writing): Html {
  const footer = seller.footer?.split('\n') ?? [];
  return html`${notes.map((category) => html`<p>${texts.notes[category]}</p>`)}
${memo === null ? null : html`<p dir="auto">${memo}</p>`}
${footer.length === 0 ? null : html`<footer>${renderText(footer)}</footer>`}`;
}
