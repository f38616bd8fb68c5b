import { toPlain } from '../blocks/markdown-text.ts';
import type { Block } from '../blocks/model.ts';
import type { ApiDocument, Operation, Tag } from '../document/model.ts';
import { code } from '../document/schema-words.ts';
import { exampleIdsOf } from '../samples/example-ids.ts';
import type { ClientCall } from '../samples/model.ts';
import type { Page } from './model.ts';
import { type Around, operationSection } from './operation.ts';

/** A page per tag, and an index. */
export function apiPages(
  document: ApiDocument,
  clientCalls: () => ReadonlyMap<string, ClientCall>,
): readonly Page[] {
  let cached: Around | undefined;
  const around = () => {
    cached ??= {
      schemas: document.schemas,
      exampleIds: exampleIdsOf(document),
      clientCalls: clientCalls(),
      lists: listsOf(document),
    };
    return cached;
  };
  return [
    {
      path: '/docs/api',
      title: 'All operations',
      description: 'Every operation of the API, by topic.',
      kind: 'API',
      toBlocks: () => listBlocks(document),
    },
    ...document.tags.map(
      (tag): Page => ({
        path: tagPath(tag),
        title: tag.name,
        description:
          toPlain(tag.description) || tag.operations.map(({ summary }) => summary).join('. '),
        kind: 'API',
        toBlocks: () => tagBlocks(tag, around()),
      }),
    ),
  ];
}

export function tagPath({ slug }: Tag): string {
  return `/docs/api/${slug}`;
}

export function operationPath(tag: Tag, { id }: Operation): string {
  return `${tagPath(tag)}#${id}`;
}

function listBlocks({ tags }: ApiDocument): readonly Block[] {
  return [
    { kind: 'heading', level: 1, text: 'All operations' },
    ...tags.flatMap((tag): readonly Block[] => [
      { kind: 'heading', level: 2, id: tag.slug, text: tag.name },
      ...describedBy(tag),
      operationTable(tag),
    ]),
  ];
}

export function operationTable(tag: Tag): Block {
  return {
    kind: 'table',
    head: ['Operation', 'Request'],
    rows: tag.operations.map((operation) => [
      `[${plainWords(operation.summary)}](${operationPath(tag, operation)})`,
      code(`${operation.method} ${operation.path}`),
    ]),
  };
}

function tagBlocks(tag: Tag, around: Around): readonly Block[] {
  return [
    { kind: 'heading', level: 1, text: tag.name },
    ...describedBy(tag),
    operationTable(tag),
    ...tag.operations.map((operation) => operationSection(operation, around)),
  ];
}

function describedBy({ description }: Tag): readonly Block[] {
  return description === '' ? [] : [{ kind: 'prose', markdown: description }];
}

/** Escapes text for Markdown. */
export function plainWords(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);
}

/** List operations whose items have their own path: they return the caller's IDs. */
function listsOf({ tags }: ApiDocument): ReadonlyMap<string, string> {
  const operations = tags.flatMap((tag) => tag.operations);
  const readable = new Set(
    operations.filter(({ method }) => method === 'GET').map(({ path }) => path),
  );
  const lists = new Map<string, string>();
  for (const { path } of operations) {
    const [, list = '', name = ''] = /^(\/v1\/[\w/]+)\/\{(\w+)\}(?:\/|$)/.exec(path) ?? [];
    if (readable.has(list) && !lists.has(name)) lists.set(name, list);
  }
  return lists;
}
