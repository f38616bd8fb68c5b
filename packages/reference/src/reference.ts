import type { Html, TextReply } from '@florin/http-api';
import { renderDocument } from '@florin/pages';
import { assetFiles, assets } from './assets.ts';
import { toSections } from './blocks/markdown-text.ts';
import type { Block } from './blocks/model.ts';
import { blocksToHtml } from './blocks/to-html.ts';
import { blocksToMarkdown } from './blocks/to-markdown.ts';
import { readDocument } from './document/read-document.ts';
import { linksOf, operationPaths } from './links.ts';
import { fullText, overview } from './llms.ts';
import { apiPages } from './pages/api-pages.ts';
import { errorPages } from './pages/error-pages.ts';
import { eventPage } from './pages/event-pages.ts';
import { type Frame, frameBody, frameHead } from './pages/frame.ts';
import { guidePages } from './pages/guide-pages.ts';
import type { Page } from './pages/model.ts';
import { navigation } from './pages/navigation.ts';
import { policy } from './pages/policy.ts';
import { schemaPages } from './pages/schema-pages.ts';
import { startPage } from './pages/start-page.ts';
import type { ReferenceFile } from './reference-file.ts';
import { clientCalls } from './samples/client-calls.ts';
import { makeFind } from './search/find.ts';
import { searchOptions } from './search/model.ts';
import { searchContent } from './search/search-page.ts';
import { toRecords } from './search/to-records.ts';
import type { Sources } from './sources/model.ts';

/** The reference of one version of the API document. */
export interface Reference {
  readonly pages: readonly Page[];
  /** Files by URL path. */
  readonly files: ReadonlyMap<string, ReferenceFile>;
  /** Short URLs used in guides. */
  readonly redirects: ReadonlyMap<string, string>;
  /** Renders the search results. */
  readonly search: (query: string) => Promise<TextReply>;
}

const MARKDOWN = { 'Content-Type': 'text/markdown; charset=utf-8' };
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const QUERY_CHARACTERS_MAX = 200;

/** Builds the reference of a merged OpenAPI document; pages are rendered on demand. */
export function makeReference(
  openApi: object,
  sources: Sources,
  publicUrl: string | undefined,
): Reference {
  const document = readDocument(openApi);
  const operations = operationPaths(document);
  const pages: readonly Page[] = [
    startPage(sources, document),
    ...guidePages(sources.guides),
    ...apiPages(document, () => clientCalls(openApi)),
    eventPage(sources.events, document),
    ...errorPages(sources.errors, document),
    ...schemaPages(document),
  ];
  const paths = new Set(pages.map(({ path }) => path));
  const isPage = (path: string) => paths.has(path);
  const records = once(() => toRecords(pages));
  const findIn = once(async () => makeFind(await records()));

  function toPage(page: Omit<Frame, 'navigation' | 'assets'>): TextReply {
    const frame = { ...page, navigation: navigation(sources.guides, document, page.path), assets };
    return renderDocument({
      status: 200,
      tag: 'en',
      title: page.path === '/docs' ? page.title : `${page.title} · Florin`,
      head: frameHead(frame),
      body: frameBody(frame),
      policy,
      isPublic: true,
    });
  }

  function render({ path, title, description, toBlocks }: Page): string {
    const blocks = toBlocks();
    const content: readonly Html[] = blocksToHtml(blocks, linksOf(path, operations, isPage));
    return toPage({ path, title, description, content, contents: contentsOf(blocks), query: '' })
      .text;
  }

  /** In Markdown pages, links lead to other Markdown pages. */
  function toText({ path, toBlocks }: Page): string {
    const toAddress = linksOf(path, operations, isPage);
    return blocksToMarkdown(toBlocks(), (href) => {
      const [address = '', hash] = toAddress(href)?.split('#') ?? [];
      if (address === '') return hash === undefined ? undefined : `#${hash}`;
      return (isPage(address) ? `${address}.md` : address) + (hash === undefined ? '' : `#${hash}`);
    });
  }

  async function search(asked: string): Promise<TextReply> {
    const query = asked.slice(0, QUERY_CHARACTERS_MAX).trim();
    const find = await findIn();
    return toPage({
      path: '/docs/search',
      title: 'Search',
      description: 'Search the documentation of Florin.',
      content: searchContent(query, query === '' ? [] : find(query)),
      contents: [],
      query,
    });
  }

  const { headers } = toPage(emptyFrame);
  const files = new Map<string, ReferenceFile>(assetFiles);
  for (const page of pages) {
    files.set(page.path, { headers, makeText: () => render(page) });
    files.set(`${page.path}.md`, {
      headers: MARKDOWN,
      makeText: () => toText(page),
    });
  }
  files.set('/docs/search.json', {
    headers: JSON_TYPE,
    makeText: async () => JSON.stringify({ options: searchOptions, records: await records() }),
  });
  files.set('/llms.txt', { headers: TEXT, makeText: () => overview(pages, publicUrl) });
  files.set('/llms-full.txt', { headers: TEXT, makeText: () => fullText(pages, toText) });
  return { pages, files, redirects: redirectsOf(operations), search };
}

/** Memoizes a function. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const emptyFrame = {
  ...{ path: '', title: '', description: '', content: [], contents: [], query: '' },
};

/** `/docs/api/createPayment` redirects to its section, with `.md` to the Markdown of its page. */
function redirectsOf(operations: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...operations].flatMap(([id, path]) => [
      [`/docs/api/${id}`, path] as const,
      [`/docs/api/${id}.md`, path.replace('#', '.md#')] as const,
    ]),
  );
}

/** Second-level headings of a page. */
function contentsOf(blocks: readonly Block[]): Frame['contents'] {
  return blocks.flatMap((block) => {
    if (block.kind === 'prose')
      return toSections(block.markdown).filter(({ id, level }) => id !== '' && level === 2);
    const heading = block.kind === 'section' ? block.heading : block;
    if (heading.kind !== 'heading' || heading.level !== 2 || heading.id === undefined) return [];
    return [{ id: heading.id, title: heading.text }];
  });
}
