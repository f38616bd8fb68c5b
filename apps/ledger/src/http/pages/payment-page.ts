import type { TextReply } from '@florin/http-api';
import type { PaymentRequest } from '../../domain/payment-request.ts';
import type { OpenedPayment } from '../../operations/get-payment-page.ts';
import type { PaymentProcessor } from '../../processors/payment-processor.ts';
import { renderCardFields } from './card-fields.ts';
import type { CardErrors } from './card-form.ts';
import { whyDeclined } from './decline-reasons.ts';
import { formatAmount } from './format-amount.ts';
import { type Html, html } from './html.ts';
import { renderPage } from './render-page.ts';

/** What was wrong with the form that was sent. */
export interface FormFault {
  readonly errors: CardErrors;
  readonly name: string;
}

const REFRESH_SECONDS = 3;
const noFault: FormFault = { errors: {}, name: '' };

/** The page of a payment request, in whatever state it is. */
export function renderPayment(
  { payment, view }: OpenedPayment,
  kind: PaymentProcessor['kind'],
  fault?: FormFault,
): TextReply {
  const status = fault ? 400 : 200;
  const what = describe(payment);
  switch (view.state) {
    case 'open':
      return renderPage({
        status,
        title: `Pay ${formatAmount(payment.amount, payment.currency)}`,
        main: html`${what}
${view.declineCode !== null && !fault ? renderDecline(view.declineCode, view.triesLeft) : null}
<form method="post">
${kind === 'form' ? renderCardFields((fault ?? noFault).errors, (fault ?? noFault).name) : null}
<button type="submit">Pay ${formatAmount(payment.amount, payment.currency)}</button>
</form>`,
        leadsAway: kind === 'redirect',
      });
    case 'being_paid':
      return renderPage({
        status,
        title: 'Your payment is being processed',
        main: html`${what}<p>Please do not pay again. This page shows the result by itself.</p>`,
        refreshSeconds: REFRESH_SECONDS,
      });
    case 'paid':
      return renderPage({
        status,
        title: 'Paid. Thank you!',
        main: html`${what}<dl>
<dt>Paid at</dt><dd>${new Date(view.paidAt).toISOString()}</dd>
${view.card ? html`<dt>Card</dt><dd>${view.card.brand} ending in ${view.card.last4}</dd>` : null}
</dl>`,
      });
    case 'expired':
      return renderEnd(what, 'This payment link has expired');
    case 'canceled':
      return renderEnd(what, 'This payment was canceled');
    case 'failed':
      return renderEnd(what, 'This payment was declined too often');
    default:
      return view satisfies never;
  }
}

function describe({ amount, currency, reference }: PaymentRequest): Html {
  return html`<p class="amount">${formatAmount(amount, currency)}</p>
${reference === null ? null : html`<dl><dt>Reference</dt><dd>${reference}</dd></dl>`}`;
}

function renderDecline(code: string, triesLeft: number): Html {
  const tries = triesLeft === 1 ? 'one more time' : `${triesLeft} more times`;
  return html`<p class="alert" role="alert">${whyDeclined(code)} You can try ${tries}.</p>`;
}

function renderEnd(what: Html, title: string): TextReply {
  const main = html`${what}<p>It can no longer be paid and no money was taken. Ask whoever sent you
the link for a new one.</p>`;
  return renderPage({ status: 200, title, main });
}
