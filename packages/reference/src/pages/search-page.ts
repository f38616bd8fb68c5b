import { type Html, html } from '@florin/http-api';
import type { SearchRecord } from '../search/model.ts';

/** Of a text, around what it begins with. */
const TEXT_CHARACTERS = 180;

/** What was found, as browsers without scripts get it. */
export function searchContent(query: string, found: readonly SearchRecord[]): readonly Html[] {
  if (query === '')
    return [html`<h1>Search</h1><p>Write into the field above what you are looking for.</p>`];
  const count = found.length === 0 ? 'Nothing was found' : `Found ${found.length}`;
  return [
    html`<h1>Search</h1><p>${count} for “${query}”.</p>
<ul class="found">${found.map(
      ({ title, page, kind, path, text }) =>
        html`<li><a href="${path}">${title}</a> <span class="kind">${kind}${page === title ? '' : `: ${page}`}</span><p>${excerpt(text)}</p></li>`,
    )}</ul>`,
  ];
}

function excerpt(text: string): string {
  if (text.length <= TEXT_CHARACTERS) return text;
  return `${text.slice(0, text.lastIndexOf(' ', TEXT_CHARACTERS))} …`;
}
