import { isLive } from '@florin/contracts';
import { type Html, html, type TextReply } from '@florin/http-api';
import { formatAmount } from '@florin/money';
import { showsExpiry } from '../domain/payment-request/model.ts';
import type { Way } from '../payments/processor.ts';
import type { PayLocale } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import { type CardErrors, renderCardFields, renderToCorrect } from './card-form.ts';
import { consentTextOf, digestOf, SAVES_NOTHING } from './consent.ts';
import { renderPage } from './layout.ts';
import { formatInstant, renderBack, renderReceipt, renderSummary } from './parts.ts';
import { renderTransfer } from './transfer.ts';
import type { OpenedPayment } from './view.ts';

/** Errors of the submitted form. */
interface FormFault {
  readonly errors: CardErrors;
  readonly name: string;
}

/** Options of the page, apart from its data. */
export interface PageOptions {
  readonly locale: PayLocale;
  /** Available payment methods, the best one first. */
  readonly ways: readonly Way[];
}

const REFRESH_SECONDS = 3;
/** Bank transfers are slow, and a customer who copies the IBAN should not be disturbed. */
const TRANSFER_REFRESH_SECONDS = 60;
const noFault: FormFault = { errors: {}, name: '' };

/** The page of a payment request in any state. */
export function renderPayment(
  opened: OpenedPayment,
  setting: PageOptions,
  fault?: FormFault,
): TextReply {
  const { locale, ways } = setting;
  const { texts } = locale;
  const { view } = opened;
  const isTest = ways.length > 0 && !isLive(opened.payment.accountId);
  const takesCards = ways.some(({ kind }) => kind === 'form');
  const note = isTest ? renderNote(texts, takesCards && view.state === 'open' && !fault) : null;
  const page = { locale, status: fault ? 400 : 200, note };
  switch (view.state) {
    case 'open': {
      const title = noticeOf(texts, view.declineCode, fault) + titleOf(opened, locale);
      const main = renderOpen(opened, view, setting, fault);
      return renderPage({ ...page, title, main, redirectSites: redirectSites(opened, setting) });
    }
    case 'being_paid': {
      if (view.transfer) {
        const { title } = texts.transfer;
        const wait = html`${renderTransfer(opened.payment, view.transfer, locale)}${renderInstead(texts)}`;
        const main = renderState(opened, locale, title, wait);
        return renderPage({ ...page, title, main, refreshSeconds: TRANSFER_REFRESH_SECONDS });
      }
      const { title, text, look } = texts.beingPaid;
      const resume =
        view.resumeAt && html`<p><a href="${view.resumeAt}">${texts.beingPaid.resume}</a></p>`;
      const wait = html`<p>${text}</p>${resume}${view.resumeAt && renderInstead(texts)}<div class="progress" aria-hidden="true"></div>
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
      // Do not promise a new link if none can be created.
      const { text } = opened.payee?.isClosed ? texts.canceled : texts[view.state];
      const end = html`<p>${text}</p>${renderBack(opened, texts)}`;
      return renderPage({ ...page, title, main: renderState(opened, locale, title, end) });
    }
    default:
      return view satisfies never;
  }
}

/** Sites that the form may lead to: the processor's page, which is on this machine in tests. */
function redirectSites({ payment }: OpenedPayment, { ways }: PageOptions): string | undefined {
  if (!ways.some(({ kind }) => kind === 'redirect')) return undefined;
  return isLive(payment.accountId) ? 'https:' : 'https: http://127.0.0.1:*';
}

/** Abandons an attempt on the processor's page, to choose another method. */
function renderInstead({ beingPaid }: Texts): Html {
  return html`<form method="post"><button type="submit" class="plain" name="instead" value="yes">${beingPaid.instead}</button></form>`;
}

/** Comes first in the title, because screen readers start with it. */
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
  { locale, ways }: PageOptions,
  fault: FormFault | undefined,
): Html {
  const { tag, texts } = locale;
  const { payment, payee } = opened;
  const hasEnded = opened.invoice?.hasEnded ?? false;
  const title = titleOf(opened, locale);
  const { errors, name } = fault ?? noFault;
  const consentText = consentTextOf(opened, locale);
  return html`${renderSummary(opened, locale)}
<section class="card">
<h1>${title}</h1>
${fault ? renderToCorrect(texts, errors) : null}
${declineCode !== null && !fault ? renderDecline(texts, declineCode, triesLeft) : null}
${hasEnded ? html`<p id="consent">${texts.hasEnded}</p>` : null}
${ways.length === 0 ? html`<p>${texts.noCards}</p>` : ways.map(renderForm)}
${showsExpiry(payment) ? renderEnd() : null}
</section>`;

  function renderEnd(): Html {
    const until = formatInstant(payment.expiresAt, tag, payee?.timezone ?? 'UTC');
    return html`<p class="quiet">${texts.openUntil(until)}</p>`;
  }

  function renderForm({ processor, kind }: Way, index: number): Html {
    const labelOf = () => {
      if (kind === 'transfer') return texts.payByTransfer(title);
      return ways.length === 1 || kind === 'form' ? title : texts.payAt(title, nameOf(processor));
    };
    return html`<form method="post">
<input type="hidden" name="processor" value="${processor}">
${kind === 'form' ? renderCardFields(texts, errors, name) : null}
${consentText === null || kind === 'transfer' ? null : renderConsent(consentText, index === 0)}
${hasEnded ? html`<input type="hidden" name="consent" value="${SAVES_NOTHING}">` : null}
<button type="submit" data-busy="${texts.busy}">${labelOf()}</button>
</form>`;
  }
}

/** Display name of a processor. */
function nameOf(processor: string): string {
  return processor.slice(0, 1).toUpperCase() + processor.slice(1);
}

/** Terms above the button that accepts them. The form identifies the text. */
function renderConsent(text: string, isFirst: boolean): Html {
  return html`<p class="consent"${isFirst ? html` id="consent"` : null}>${text}</p>
<input type="hidden" name="consent" value="${digestOf(text)}">`;
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

/** The well-known number for testing card payments. */
const TEST_CARD = '4242 4242 4242 4242';

function renderNote({ testMode, testCard }: Texts, namesCard: boolean): Html {
  return html`<p class="test">${testMode}${namesCard ? ` ${testCard(TEST_CARD)}` : null}</p>`;
}
