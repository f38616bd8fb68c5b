import { type Html, html } from '@florin/http-api';
import { methodHtml } from '../blocks/to-html.ts';
import type { ApiDocument } from '../document/model.ts';
import type { Guide } from '../sources/model.ts';
import { operationPath, tagPath } from './api-pages.ts';
import { guidePath } from './guide-pages.ts';

/** Site navigation, with the sections of the current page. */
export function navigation(guides: readonly Guide[], { tags }: ApiDocument, here: string): Html {
  const link = (path: string, title: string) =>
    html`<li><a href="${path}"${path === here ? html` aria-current="page"` : null}>${title}</a></li>`;
  const group = (title: string, links: readonly Html[]) =>
    links.length === 0 ? html`` : html`<h2>${title}</h2><ul>${links}</ul>`;
  return html`${group('Guides', [
    link('/docs', 'Start'),
    ...guides.map((guide) => link(guidePath(guide), guide.title)),
  ])}${group('Operations', [
    link('/docs/api', 'All operations'),
    ...tags.map((tag) => {
      const path = tagPath(tag);
      if (path !== here) return link(path, tag.name);
      return html`<li><a href="${path}" aria-current="page">${tag.name}</a><ul>${tag.operations.map(
        (operation) =>
          html`<li><a href="${operationPath(tag, operation)}">${methodHtml(operation.method)} ${operation.summary}</a></li>`,
      )}</ul></li>`;
    }),
  ])}${group('Look up', [
    link('/docs/events', 'Events'),
    link('/docs/errors', 'Errors'),
    link('/docs/schemas', 'Schemas'),
  ])}`;
}
