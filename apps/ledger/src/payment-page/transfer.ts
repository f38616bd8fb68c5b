import { epcPayload, formatCreditorReference, qrSvg } from '@florin/bank-statements';
import { type Html, html } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import type { PaymentRequest } from '../domain/payment-request/model.ts';
import type { TransferInstructions } from '../payments/processor.ts';
import type { PayLocale } from '../texts/languages.ts';

/** Maximum of a transfer's QR code, in cents (EPC069-12). */
const CENTS_MAX = 99_999_999_999n;

/** Payee and amount of a transfer: as text, and as a QR code for banking apps. */
export function renderTransfer(
  { amount, currency }: Pick<PaymentRequest, 'amount' | 'currency'>,
  instructions: TransferInstructions,
  { tag, texts }: PayLocale,
): Html {
  const { name, iban, bic, reference } = instructions;
  const { transfer } = texts;
  const isScanned = currency === 'EUR' && amount <= CENTS_MAX;
  return html`<p>${transfer.text}</p>
${isScanned ? renderCode(instructions, amount, transfer.scan) : null}
<dl class="transfer">
<dt>${transfer.name}</dt><dd dir="auto">${name}</dd>
<dt>IBAN</dt><dd><code>${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></dd>
${bic === null ? null : html`<dt>BIC</dt><dd><code>${bic}</code></dd>`}
<dt>${transfer.reference}</dt><dd><code>${formatCreditorReference(reference)}</code></dd>
<dt>${texts.paid.amount}</dt><dd>${formatAmount(amount, currency, tag)}</dd>
</dl>
<p class="quiet">${transfer.after}</p>`;
}

function renderCode(
  { reference, ...payee }: TransferInstructions,
  amountMinor: bigint,
  label: string,
): Html {
  const markup = qrSvg(epcPayload({ ...payee, amountMinor, remittance: { reference } }));
  return html`<figure class="code"><div role="img" aria-label="${label}">${{ markup }}</div><figcaption>${label}</figcaption></figure>`;
}
