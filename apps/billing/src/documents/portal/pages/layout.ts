import { readFileSync } from 'node:fs';
import { type Html, html, type TextReply } from '@florin/http-api';
import { inlineStyle, renderDocument } from '@florin/pages';
import { documentStyle } from '../../drawing/page/style.ts';
import type { PortalLocale } from './texts/languages.ts';
import { failures, type Outcome } from './texts/texts.ts';

const css = readFileSync(new URL('portal.css', import.meta.url), 'utf8');

/** The seller's branding in the portal. */
export interface Shop {
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string | null;
  /** As a data URL. */
  readonly logo: string | undefined;
  /** Time zone (IANA) of its calendar. */
  readonly timezone: string;
  readonly isLive: boolean;
}

export interface PortalPage {
  readonly locale: PortalLocale;
  readonly shop: Shop;
  readonly title: string;
  /** Relative URL of the parent page; null on the first. */
  readonly up: string | null;
  /** Result of the last action. */
  readonly outcome: Outcome | undefined;
  readonly main: Html;
}

/** A portal page. It has no scripts and loads nothing; it consists of forms and links. */
export function renderPortalPage(page: PortalPage): TextReply {
  const { locale, shop, title, up, outcome, main } = page;
  const { texts } = locale;
  const style = inlineStyle(documentStyle(shop.color) + css);
  const letterhead =
    shop.logo === undefined
      ? html`<p class="seller" dir="auto">${shop.name}</p>`
      : html`<p class="seller"><img src="${shop.logo}" alt="${shop.name}"></p>`;
  const body = html`<main>
${letterhead}
<h1>${title}</h1>
${outcome === undefined ? null : renderOutcome(outcome, locale)}
${main}
${up === null ? null : html`<p><a href="${up}">${texts.overview}</a></p>`}
</main>`;
  const policy = [
    `style-src ${style.source}`,
    // A form may lead to the page of a processor, which is on this machine in tests.
    `form-action 'self' https:${shop.isLive ? '' : ' http://127.0.0.1:*'}`,
  ];
  const titleWithNotice = outcome === undefined ? title : `${texts.outcomes[outcome]} ${title}`;
  return renderDocument({
    ...{ status: 200, tag: locale.tag, title: titleWithNotice, body },
    head: style.element,
    policy,
  });
}

function renderOutcome(outcome: Outcome, { texts }: PortalLocale): Html {
  const isFailure = failures.has(outcome);
  return isFailure
    ? html`<p class="notice failed" role="alert">${texts.outcomes[outcome]}</p>`
    : html`<p class="notice" role="status">${texts.outcomes[outcome]}</p>`;
}

/** A day in the seller's calendar. */
export function dayOf(
  instant: number,
  { tag }: PortalLocale,
  { timezone: timeZone }: Shop,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  return new Intl.DateTimeFormat(tag, { dateStyle, timeZone }).format(instant);
}
