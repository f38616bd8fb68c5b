import { type Html, html } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import type { OpenedPayment } from '../../operations/get-payment-page.ts';
import type { PayLocale } from './texts/languages.ts';
import type { Texts } from './texts/texts.ts';

/** Who asks, how much and what for. Names and references are the account's: in any direction. */
export function renderSummary({ payment, payee }: OpenedPayment, { tag, texts }: PayLocale): Html {
  const { amount, currency, reference } = payment;
  return html`<section class="summary">
${
  payee === undefined
    ? null
    : html`<p class="quiet">${texts.payTo}</p><p class="payee" dir="auto">${payee.name}</p>`
}
<p class="amount">${formatAmount(amount, currency, tag)}</p>
${
  reference === null
    ? null
    : html`<dl><dt>${texts.reference}</dt><dd dir="auto">${reference}</dd></dl>`
}
</section>`;
}

/** The way back to the site of whoever asks, which gets no Referer. */
export function renderBack({ payment, payee }: OpenedPayment, texts: Texts): Html | null {
  return payment.returnUrl === null
    ? null
    : html`<p class="actions"><a class="button" href="${payment.returnUrl}" rel="noreferrer" dir="auto">${texts.back(payee?.name)}</a></p>`;
}
