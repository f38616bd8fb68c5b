import type { Reply } from '@florin/contracts';
import { html, type TextReply } from '@florin/http-api';
import { renderPage } from './render-page.ts';
import { pickLocale } from './texts/locale.ts';

/** A failure as people read it. Says nothing of the link. */
export function renderError(
  { status }: Pick<Reply, 'status'>,
  acceptLanguage: string | undefined,
): TextReply {
  const locale = pickLocale(undefined, acceptLanguage);
  const { notFound, misunderstood, broken } = locale.texts;
  const { title, text } = status === 404 ? notFound : status < 500 ? misunderstood : broken;
  const main = html`<section class="card"><h1>${title}</h1>
<p>${text}</p></section>`;
  return renderPage({ locale, status, title, main });
}
