import { html } from '@florin/http-api';
import type { MessageKind } from '../domain/mail.ts';
import type { CreditDestination, InvoiceState, MessageTexts, Named } from './texts/texts.ts';

/** Content of one email. Names chosen by users are data, and are escaped. */
export interface MessageFacts {
  /** Language (BCP 47). */
  readonly tag: string;
  /** Name of the account. */
  readonly account: string;
  /** Formatted, with its currency. */
  readonly amount: string | null;
  /** Date in the email, in the reader's format. */
  readonly date: string | null;
  readonly reference: string | null;
  /** Logo of the sender; null if there is none. */
  readonly logoUrl: string | null;
  /** Name of the object, as its owner chose it. */
  readonly name: string | null;
  /** Link of the button; null if there is none. */
  readonly url: string | null;
  /** Code that can be typed instead of opening the link; null if there is none. */
  readonly code: string | null;
  /** Unsubscribe link; undefined for mandatory emails. */
  readonly unsubscribeUrl?: string | undefined;
  /** State of the invoice; undefined if the email is not about one. */
  readonly state?: InvoiceState | undefined;
  /** Whether the invoice is attached to a receipt. */
  readonly isAttached?: boolean;
  /** Whether the saved payment method will be charged again. */
  readonly isChargedAgain?: boolean;
  /** Destination of a credit note's amount; undefined for other emails. */
  readonly creditTo?: CreditDestination | undefined;
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Headers are one line; clients show only about this much. */
const SUBJECT_MAX = 200;

/** Email clients support little CSS and no scripts; the only picture is the logo. */
const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; background: #f4f5f4; color: #1c211f; }
main { max-width: 32rem; margin: 0 auto; padding: 32px; background: #fff; border-radius: 12px; overflow-wrap: anywhere; }
img { max-width: 240px; }
.said { white-space: pre-line; }
h1 { font-size: 22px; margin: 0 0 16px; }
.amount { font-size: 30px; font-weight: 600; margin: 16px 0; }
.button { display: inline-block; padding: 12px 24px; border-radius: 8px; background: #14513f; color: #fff; text-decoration: none; font-weight: 600; }
.quiet { color: #5a625f; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #101412; color: #e8ecea; }
  main { background: #1a201d; }
  .quiet { color: #a3aca8; }
  .button { background: #7fd1b4; color: #08120e; }
}`;

/** Renders an email as HTML and as plain text, with the same content. */
export function renderMessage(
  texts: MessageTexts,
  kind: MessageKind,
  facts: MessageFacts,
): Rendered {
  const { tag, reference, url, code, account, amount, unsubscribeUrl, logoUrl } = facts;
  const named = namedOf(facts);
  const { subject, heading, body, button } = textsFor(texts, kind, facts.state);
  const { reader } = texts.kinds[kind];
  const link = button !== undefined && url !== null ? { button, url } : undefined;
  const said = [body(named), ...remarksOf(texts, kind, facts)].join('\n\n');
  const footer = texts.footers[reader](account);
  const text = [
    heading,
    said,
    ...(reference === null ? [] : [`${texts.reference}: ${reference}`]),
    ...(link ? [`${link.button}:\n${link.url}`] : []),
    ...(code === null ? [] : [`${texts.code}: ${code}`]),
    `--\n${footer}`,
    ...(unsubscribeUrl === undefined ? [] : [`${texts.unsubscribe}:\n${unsubscribeUrl}`]),
  ].join('\n\n');
  const { markup } = html`<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
${logoUrl === null ? null : html`<p><img src="${logoUrl}" alt="${account}" height="48"></p>`}
<h1>${heading}</h1>
${paragraphsOf(said)}
${amount === null ? null : html`<p class="amount">${amount}</p>`}
${reference === null ? null : html`<p class="quiet">${texts.reference}: <bdi>${reference}</bdi></p>`}
${
  link
    ? html`<p><a class="button" href="${link.url}">${link.button}</a></p>
<p class="quiet">${texts.address}<br><a href="${link.url}">${link.url}</a></p>`
    : null
}
${code === null ? null : html`<p>${texts.code}: <strong>${code}</strong></p>`}
<hr>
<p class="quiet" dir="auto">${footer}</p>
${unsubscribeUrl === undefined ? null : html`<p class="quiet"><a href="${unsubscribeUrl}">${texts.unsubscribe}</a></p>`}
</main>
</body>
</html>
`;
  return { subject: oneLine(subject(named)), text: `${text}\n`, html: markup };
}

/** Emails that ask for payment of an invoice, unless its state says otherwise. */
const asking: ReadonlySet<MessageKind> = new Set([
  'invoice',
  'payment_request',
  'payment_failed',
  'reminder',
]);

/** Texts of an email: never ask for an invoice that is paid, refunded or void. */
function textsFor(texts: MessageTexts, kind: MessageKind, state: InvoiceState | undefined) {
  const own = texts.kinds[kind];
  if (!asking.has(kind)) return own;
  switch (state) {
    case 'paid':
    case 'refunded':
    case 'void':
      return texts.invoiceStates[state];
    case 'overdue':
    case 'uncollectible':
      return kind === 'invoice' ? texts.invoiceStates.overdue : own;
    case 'open':
    case undefined:
      return own;
  }
}

/** Paragraphs that only some emails of a kind have. */
function remarksOf(
  texts: MessageTexts,
  kind: MessageKind,
  { isAttached, isChargedAgain, creditTo }: MessageFacts,
): readonly string[] {
  if (kind === 'receipt' && isAttached) return [texts.attached];
  if (kind === 'payment_failed' && isChargedAgain) return [texts.chargedAgain];
  return kind === 'credit_note' && creditTo !== undefined ? [texts.creditTo[creditTo]] : [];
}

function namedOf({ account, amount, name, date, reference }: MessageFacts): Named {
  return {
    ...{ account, amount: amount ?? '', name: name ?? '' },
    ...{ date: date ?? '', reference: reference ?? '' },
  };
}

function paragraphsOf(text: string) {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => html`<p class="said" dir="auto">${paragraph}</p>`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, SUBJECT_MAX);
}
