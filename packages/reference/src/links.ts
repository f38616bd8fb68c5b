import type { ToAddress } from './blocks/markdown-text.ts';
import type { ApiDocument } from './document/model.ts';
import { operationPath } from './pages/api-pages.ts';

/** URL path of each operation, by operation ID. */
export function operationPaths({ tags }: ApiDocument): ReadonlyMap<string, string> {
  return new Map(
    tags.flatMap((tag) =>
      tag.operations.map((operation) => [operation.id, operationPath(tag, operation)] as const),
    ),
  );
}

/** An operation, as `apps/ledger/README.md#createPayment`: readers of the repository see the README. */
const OPERATION = /^\/apps\/[\w-]+\/README#(\w+)$|^\/docs\/api\/(\w+)$/;

/**
 * Resolves links on a page: Markdown files to their pages, operations to their section. Links to
 * other files have no target.
 */
export function linksOf(
  path: string,
  operations: ReadonlyMap<string, string>,
  isPage: (path: string) => boolean,
): ToAddress {
  return (href) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('#')) return href;
    const { pathname, hash } = new URL(href, `http://docs${path}`);
    const own = pathname.replace(/\.md$/, '');
    const [, named, id = named ?? ''] = OPERATION.exec(own + hash) ?? OPERATION.exec(own) ?? [];
    const place = operations.get(id);
    if (place !== undefined) return place;
    return isPage(own) || href.startsWith('/') ? own + hash : undefined;
  };
}
