import { nameOfBrand } from '@florin/cards';
import { toPublicId } from '@florin/contracts';
import { type Html, html } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import type { PayLocale } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { renderContact, renderInvoice } from './invoice.ts';
import type { OpenedPayment, PaymentView } from './view.ts';

type Paid = Extract<PaymentView, { state: 'paid' }>;

/** Receipt that fits on one sheet of paper. */
export function renderReceipt(
  opened: OpenedPayment,
  { card, consentText, paidAt }: Paid,
  locale: PayLocale,
): Html {
  const { tag, texts } = locale;
  const { payment, payee, invoice } = opened;
  const { paid } = texts;
  const amount = formatAmount(payment.amount, payment.currency, tag);
  const brand = card && (nameOfBrand(card.brand) ?? paid.card);
  return html`<section class="card receipt">
<svg class="done" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><circle cx="24" cy="24" r="24"/><path d="m14 25 7 7 14-15"/></svg>
<h1>${paid.title}</h1>
<p>${paid.text}</p>
<dl>
${payee === undefined ? null : html`<dt>${texts.payTo}</dt><dd dir="auto">${payee.name}</dd>`}
<dt>${paid.amount}</dt><dd class="amount">${amount}</dd>
<dt>${paid.number}</dt><dd>${toPublicId('paymentRequest', payment.id)}</dd>
${invoice ? null : renderReference(payment, texts)}
<dt>${paid.at}</dt><dd><time datetime="${new Date(paidAt).toISOString()}">${formatInstant(paidAt, tag, payee?.timezone ?? 'UTC')}</time></dd>
${card && html`<dt>${paid.card}</dt><dd>${paid.ending(brand ?? paid.card, card.last4)}</dd>`}
${invoice ? renderContact(invoice, locale) : null}
</dl>
${invoice ? renderInvoice(invoice, payment, locale, zoneOf(opened)) : null}
${consentText && html`<p class="quiet">${consentText}</p>`}
${renderBack(opened, texts)}
<p class="actions"><button type="button" class="plain" data-print hidden>${paid.print}</button></p>
</section>`;
}

/** Payee, amount and purpose. Names and references come from the account, in any text direction. */
export function renderSummary(opened: OpenedPayment, locale: PayLocale): Html {
  const { payment, payee, invoice } = opened;
  const { tag, texts } = locale;
  const { amount, currency } = payment;
  return html`<section class="summary">
${
  payee === undefined
    ? null
    : html`<p class="quiet">${texts.payTo}</p><p class="payee" dir="auto">${payee.name}</p>`
}
<p class="amount">${formatAmount(amount, currency, tag)}</p>
${
  invoice
    ? renderInvoice(invoice, payment, locale, zoneOf(opened))
    : html`<dl>${renderReference(payment, texts)}</dl>`
}
</section>`;
}

/** Time zone of the page. */
function zoneOf({ invoice, payee }: OpenedPayment): string {
  return invoice?.timezone ?? payee?.timezone ?? 'UTC';
}

function renderReference({ reference }: OpenedPayment['payment'], texts: Texts): Html | null {
  return reference === null
    ? null
    : html`<dt>${texts.reference}</dt><dd dir="auto">${reference}</dd>`;
}

/** The link back to the payee's site, without a Referer. */
export function renderBack({ payment, payee }: OpenedPayment, texts: Texts): Html | null {
  return payment.returnUrl === null
    ? null
    : html`<p class="actions"><a class="button" href="${payment.returnUrl}" rel="noreferrer" dir="auto">${texts.back(payee?.name)}</a></p>`;
}

/** An instant (milliseconds since 1970) as text with its zone: `31 January 2026, 12:00 UTC`. */
export function formatInstant(instant: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);
}
