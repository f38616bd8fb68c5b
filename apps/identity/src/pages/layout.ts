import { readFileSync } from 'node:fs';
import { type Html, html, type TextReply } from '@florin/http-api';
import { baseStyle, inlineStyle, pickLocale, renderDocument } from '@florin/pages';
import { type AuthLocale, languages } from '../texts/languages.ts';
import type { FormText, PageText } from '../texts/texts.ts';

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8');
const style = inlineStyle(baseStyle + css);
/** The page loads and runs nothing, and posts only to its own origin. */
const policy = [`style-src ${style.source}`, "form-action 'self'"];

export const localeOf = (acceptLanguage: string | undefined): AuthLocale =>
  pickLocale(languages, undefined, acceptLanguage);

interface AuthPage {
  readonly said: PageText;
  /** An error, shown first. */
  readonly wrong?: string | undefined;
  readonly more?: Html | null;
  readonly status?: number;
}

/** A page for managing a login. It shows only what its link reveals. */
export function renderAuthPage(
  { tag }: AuthLocale,
  { said, wrong, more = null, status = 200 }: AuthPage,
): TextReply {
  const body = html`<main>
<section class="card">
<h1>${said.title}</h1>
${wrong === undefined ? null : html`<p class="wrong" role="alert">${wrong}</p>`}
<p>${said.text}</p>
${more}
</section>
</main>
<footer><p>Florin</p></footer>`;
  const title = wrong === undefined ? said.title : `${wrong} ${said.title}`;
  return renderDocument({ status, tag, title, head: style.element, body, policy });
}

/** A form that posts to its own page. */
export function renderForm({ button }: FormText, fields: Html | null): Html {
  return html`<form method="post">
${fields}
<button type="submit">${button}</button>
</form>`;
}
