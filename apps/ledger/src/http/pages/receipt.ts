import { type Html, html } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import type { PaymentView } from '../../domain/payment-view.ts';
import type { OpenedPayment } from '../../operations/get-payment-page.ts';
import { formatBrand, formatInstant } from './format.ts';
import { renderBack } from './summary.ts';
import type { PayLocale } from './texts/languages.ts';

type Paid = Extract<PaymentView, { state: 'paid' }>;

/** What was paid, to keep: all of it on one sheet of paper. */
export function renderReceipt(
  opened: OpenedPayment,
  { card, paidAt }: Paid,
  locale: PayLocale,
): Html {
  const { tag, texts } = locale;
  const { payment, payee } = opened;
  const { paid } = texts;
  const amount = formatAmount(payment.amount, payment.currency, tag);
  const brand = card && (formatBrand(card.brand) ?? paid.card);
  return html`<section class="card receipt">
<svg class="done" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><circle cx="24" cy="24" r="24"/><path d="m14 25 7 7 14-15"/></svg>
<h1>${paid.title}</h1>
<p>${paid.text}</p>
<dl>
${payee === undefined ? null : html`<dt>${texts.payTo}</dt><dd dir="auto">${payee.name}</dd>`}
<dt>${paid.amount}</dt><dd class="amount">${amount}</dd>
${
  payment.reference === null
    ? null
    : html`<dt>${texts.reference}</dt><dd dir="auto">${payment.reference}</dd>`
}
<dt>${paid.at}</dt><dd><time datetime="${new Date(paidAt).toISOString()}">${formatInstant(paidAt, tag, payee?.timezone ?? 'UTC')}</time></dd>
${card && html`<dt>${paid.card}</dt><dd>${paid.ending(brand ?? paid.card, card.last4)}</dd>`}
</dl>
${payment.savesFor === null ? null : html`<p class="quiet">${paid.saved}</p>`}
${renderBack(opened, texts)}
<p class="actions"><button type="button" class="plain" data-print hidden>${paid.print}</button></p>
</section>`;
}
