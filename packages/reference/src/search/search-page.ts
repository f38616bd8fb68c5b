import { type Html, html } from '@florin/http-api';
import type { SearchRecord } from './model.ts';

/** Length of an excerpt. */
const TEXT_CHARACTERS = 180;

/** Search results for browsers without scripts. */
export function searchContent(query: string, found: readonly SearchRecord[]): readonly Html[] {
  if (query === '') return [html`<h1>Search</h1><p>Type in the field above to search.</p>`];
  const count = found.length === 0 ? 'No results' : `${found.length} results`;
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
