import type { IncomingMessage } from 'node:http';
import type { Reply } from '@florin/contracts';
import { html } from '@florin/http-api';
import { baseStyle, inlineStyle, pickLocale, renderDocument } from '@florin/pages';
import type { FileReply } from '../answers/answer.ts';
import { homeTexts } from './home-texts.ts';

const style = inlineStyle(baseStyle);

/** The start page: JSON for programs, a page for browsers. */
export function showHome(
  { headers }: Pick<IncomingMessage, 'headers'>,
  version: string,
): Reply | FileReply {
  const vary = { Vary: 'Origin, Accept, Accept-Language' };
  return isBrowser(headers.accept)
    ? toPage(headers['accept-language'], vary)
    : { status: 200, headers: vary, body: { ...places, version } };
}

const places = {
  name: 'florin',
  console: '/console',
  reference: '/docs',
  openapi: '/v1/openapi.json',
  status: '/status',
  log_in: 'POST /v1/auth/login',
};

/** Browsers accept HTML; JSON clients do not. */
function isBrowser(accept = ''): boolean {
  return accept.includes('text/html') && !accept.includes('application/json');
}

function toPage(
  acceptLanguage: string | undefined,
  vary: Readonly<Record<string, string>>,
): FileReply {
  const { tag, texts } = pickLocale(homeTexts, undefined, acceptLanguage);
  const body = html`<main>
<section class="card">
<h1>Florin</h1>
<p>${texts.what}</p>
<ul>
<li><a href="./console">${texts.console}</a></li>
<li><a href="./docs">${texts.reference}</a></li>
<li><a href="./v1/openapi.json">${texts.document}</a></li>
<li><a href="./status">${texts.status}</a></li>
</ul>
<p>${texts.start} <code>POST /v1/accounts</code>, <code>POST /v1/auth/login</code>. ${texts.tutorial} <code>docs/tutorial.md</code>.</p>
<p class="quiet">${texts.pay}</p>
</section>
</main>`;
  const { status, headers, text } = renderDocument({
    ...{ status: 200, tag, title: 'Florin', head: style.element, body },
    policy: [`style-src ${style.source}`],
  });
  return { status, headers: { ...headers, ...vary }, bytes: Buffer.from(text) };
}
