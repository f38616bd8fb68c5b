import type { Reply } from '@florin/contracts';
import { html, type TextReply } from '@florin/http-api';
import { renderDocument } from './document.ts';
import { failureTexts } from './failure-texts.ts';
import { pickLocale } from './locale.ts';
import { baseStyle, inlineStyle } from './style.ts';

/** Embedded: the service with the stylesheet may be down too. */
const style = inlineStyle(baseStyle);

/** An error page for people, in the language of their browser. Does not contain the link. */
export function renderFailure(
  { status, headers = {} }: Pick<Reply, 'status' | 'headers'>,
  acceptLanguage: string | undefined,
): TextReply {
  const { tag, texts } = pickLocale(failureTexts, undefined, acceptLanguage);
  const { title, text } = texts[kindOf(status)];
  const body = html`<main>
<section class="card">
<h1>${title}</h1>
<p>${text}</p>
</section>
</main>
<footer><p>Florin</p></footer>`;
  const policy = [`style-src ${style.source}`];
  const page = renderDocument({ status, tag, title, head: style.element, body, policy });
  return { ...page, headers: { ...headers, ...page.headers } };
}

function kindOf(status: number) {
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooOften';
  return status < 500 ? 'misunderstood' : 'broken';
}
