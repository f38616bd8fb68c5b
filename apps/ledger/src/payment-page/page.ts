import { type Html, html, type TextReply } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import { showsExpiry } from '../payment-requests/model.ts';
import { type CardErrors, renderCardFields, renderToCorrect } from './card-form.ts';
import { renderPage } from './layout.ts';
import { formatInstant, renderBack, renderReceipt, renderSummary } from './parts.ts';
import type { PayLocale } from './texts/languages.ts';
import type { Texts } from './texts/texts.ts';
import type { OpenedPayment } from './view.ts';

/** What was wrong with the form that was sent. */
interface FormFault {
  readonly errors: CardErrors;
  readonly name: string;
}

/** How the page is shown, besides what it shows. */
export interface PageOptions {
  readonly locale: PayLocale;
  /** `form` asks for a card here; `redirect` leads to where it is asked for; `none` asks for none. */
  readonly kind: 'form' | 'redirect' | 'none';
  /** Whether no real money moves. */
  readonly isTest: boolean;
}

const REFRESH_SECONDS = 3;
const noFault: FormFault = { errors: {}, name: '' };

/** The page of a payment request, in whatever state it is. */
export function renderPayment(
  opened: OpenedPayment,
  setting: PageOptions,
  fault?: FormFault,
): TextReply {
  const { locale, isTest } = setting;
  const { texts } = locale;
  const { view } = opened;
  const page = { locale, status: fault ? 400 : 200, note: isTest ? renderNote(texts) : null };
  switch (view.state) {
    case 'open': {
      const title = noticeOf(texts, view.declineCode, fault) + titleOf(opened, locale);
      const main = renderOpen(opened, view, setting, fault);
      return renderPage({ ...page, title, main, leadsAway: setting.kind === 'redirect' });
    }
    case 'being_paid': {
      const { title, text, look } = texts.beingPaid;
      const wait = html`<p>${text}</p><div class="progress" aria-hidden="true"></div>
<p><a href="">${look}</a></p>`;
      const main = renderState(opened, locale, title, wait);
      return renderPage({ ...page, title, main, refreshSeconds: REFRESH_SECONDS });
    }
    case 'paid': {
      const { title } = texts.paid;
      return renderPage({ ...page, title, main: renderReceipt(opened, view, locale) });
    }
    case 'expired':
    case 'canceled':
    case 'failed': {
      const { title } = texts[view.state];
      // No new link is promised where none can be made.
      const { text } = opened.payee?.isClosed ? texts.canceled : texts[view.state];
      const end = html`<p>${text}</p>${renderBack(opened, texts)}`;
      return renderPage({ ...page, title, main: renderState(opened, locale, title, end) });
    }
    default:
      return view satisfies never;
  }
}

/** Comes first in the title, which screen readers begin with. */
function noticeOf(
  { decline, toCorrect }: Texts,
  declineCode: string | null,
  fault: FormFault | undefined,
): string {
  if (fault) return `${toCorrect} `;
  return declineCode === null ? '' : `${decline.title}. `;
}

function titleOf({ payment }: OpenedPayment, { tag, texts }: PayLocale): string {
  return texts.pay(formatAmount(payment.amount, payment.currency, tag));
}

function renderOpen(
  opened: OpenedPayment,
  { declineCode, triesLeft }: { readonly declineCode: string | null; readonly triesLeft: number },
  { locale, kind }: PageOptions,
  fault: FormFault | undefined,
): Html {
  const { tag, texts } = locale;
  const { payment, payee } = opened;
  const title = titleOf(opened, locale);
  const { errors, name } = fault ?? noFault;
  return html`${renderSummary(opened, locale)}
<section class="card">
<h1>${title}</h1>
${fault ? renderToCorrect(texts, errors) : null}
${declineCode !== null && !fault ? renderDecline(texts, declineCode, triesLeft) : null}
${kind === 'none' ? html`<p>${texts.noCards}</p>` : renderForm()}
${showsExpiry(payment) ? renderEnd() : null}
</section>`;

  function renderEnd(): Html {
    const until = formatInstant(payment.expiresAt, tag, payee?.timezone ?? 'UTC');
    return html`<p class="quiet">${texts.openUntil(until)}</p>`;
  }

  function renderForm(): Html {
    return html`<form method="post">
${kind === 'form' ? renderCardFields(texts, errors, name) : null}
${payment.savesFor === null ? null : html`<p>${texts.saves}</p>`}
<button type="submit" data-busy="${texts.busy}">${title}</button>
</form>`;
  }
}

function renderDecline({ decline }: Texts, code: string, triesLeft: number): Html {
  const reason = decline.reasons[code] ?? decline.otherReason;
  return html`<div class="notice alert" role="alert" tabindex="-1" autofocus>
<p><strong>${decline.title}.</strong> ${reason} ${decline.triesLeft(triesLeft)}</p>
<p>${decline.advice}</p>
</div>`;
}

function renderState(opened: OpenedPayment, locale: PayLocale, title: string, rest: Html): Html {
  return html`${renderSummary(opened, locale)}
<section class="card"><h1>${title}</h1>
${rest}</section>`;
}

function renderNote({ testMode }: Texts): Html {
  return html`<p class="test">${testMode}</p>`;
}
