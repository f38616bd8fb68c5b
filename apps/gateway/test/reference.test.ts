import { readFileSync } from 'node:fs';
import { errorStatuses, eventCatalogue, type HttpMethod, serviceNames } from '@florin/contracts';
import { makeReference, readSources } from '@florin/reference';
import { beforeAll, expect, it } from 'vitest';
import { mergeOpenApi } from '../src/routes/openapi.ts';
import type { ServedRoute } from '../src/routes/table.ts';

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** The merged document of all committed ones. */
function readDocument(): Document {
  const parts = serviceNames.map((service) => {
    const text = readFileSync(new URL(`../../${service}/openapi.json`, import.meta.url), 'utf8');
    const openapi: Document = JSON.parse(text);
    const routes = Object.entries(openapi.paths).flatMap(([template, methods]) =>
      Object.keys(methods).map(
        (method): ServedRoute => ({
          ...{ service, template, method: method.toUpperCase() as HttpMethod },
          ...{ token: 'none', scope: null, timeoutMs: 0, stream: false, costly: false },
        }),
      ),
    );
    return { service, openapi, routes };
  });
  return mergeOpenApi({ version: '1.0.0', publicUrl: undefined }, parts) as unknown as Document;
}

const document = readDocument();
const reference = makeReference(document, await readSources(), undefined);
/** Other pages of Florin that the reference links to. */
const ELSEWHERE = ['/console', '/v1/openapi.json', '/llms.txt'];
const texts = new Map<string, string>();
const ids = new Map<string, readonly string[]>();
beforeAll(async () => {
  for (const { path } of reference.pages) {
    texts.set(path, (await reference.files.get(path)?.makeText()) ?? '');
    ids.set(path, idsOf(path));
    texts.set(`${path}.md`, (await reference.files.get(`${path}.md`)?.makeText()) ?? '');
  }
});

const idsOf = (path: string) =>
  [...(texts.get(path) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

/** Whether a link within the reference has a target. */
function isThere(address: URL): boolean {
  const { pathname, hash } = address;
  if (ELSEWHERE.includes(pathname)) return true;
  const target = reference.redirects.get(pathname);
  if (target !== undefined) return isThere(new URL(target, address));
  if (!reference.files.has(pathname)) return false;
  const own = ids.get(pathname);
  return hash === '' || own === undefined || own.includes(decodeURIComponent(hash.slice(1)));
}

it('has a section for every operation', () => {
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operations.length).toBeGreaterThan(100);
  const missing = operations.filter((id) => {
    const place = reference.redirects.get(`/docs/api/${id}`);
    return place === undefined || !isThere(new URL(place, 'http://docs'));
  });
  expect(missing).toEqual([]);
});

it('has a page for every named schema, every error and every event', () => {
  const named = Object.keys(document.components.schemas).filter(
    (name) => !/__schema\d+$/.test(name),
  );
  const pages = [
    ...named.map((name) => `/docs/schemas/${name}`),
    ...Object.keys(errorStatuses).map((code) => `/docs/errors/${code}`),
    ...Object.keys(eventCatalogue).map((type) => `/docs/events#${type}`),
  ];
  expect(pages.filter((page) => !isThere(new URL(page, 'http://docs')))).toEqual([]);
});

it('has no dead links', () => {
  const dead = reference.pages.flatMap(({ path }) => {
    const hrefs = [...(texts.get(path) ?? '').matchAll(/ (?:href|action)="([^"]+)"/g)];
    const own = hrefs
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .filter((href) => !/^[a-z]+:/.test(href) && href !== '/docs/search');
    return own
      .filter((href) => !isThere(new URL(href, `http://docs${path}`)))
      .map((href) => `${path}: ${href}`);
  });
  expect(dead).toEqual([]);
});

it('links from Markdown to Markdown, without dead links', () => {
  const links = reference.pages.flatMap(({ path }) => {
    const prose = (texts.get(`${path}.md`) ?? '').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
    const hrefs = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href);
    return hrefs.filter((href) => !/^[a-z]+:/.test(href)).map((href) => ({ path, href }));
  });
  expect(links.filter(({ href }) => href.includes('.md')).length).toBeGreaterThan(100);
  const dead = links.filter(({ path, href }) => !isThere(new URL(href, `http://docs${path}.md`)));
  expect(dead).toEqual([]);
});

it('has no duplicate ids on a page', () => {
  const twice = reference.pages.flatMap(({ path }) => {
    const own = ids.get(path) ?? [];
    return own.filter((id, at) => own.indexOf(id) !== at).map((id) => `${path}: ${id}`);
  });
  expect(twice).toEqual([]);
});

it('has Markdown of each page, with all of its headings', () => {
  for (const { path } of reference.pages) {
    const markdown = texts.get(`${path}.md`) ?? '';
    const html = texts.get(path) ?? '';
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(markdown, /^# /gm), path).toBeGreaterThan(0);
    if (!path.startsWith('/docs/guides/'))
      expect(count(markdown, /^#{2,3} /gm), path).toBe(
        count(html.replace(/<nav[\s\S]*?<\/nav>/g, ''), /<h[23]\b/g),
      );
  }
});

it('uses Python calls that the client has', () => {
  const client = readFileSync(
    new URL('../../../sdk/python/src/florin/_operations.py', import.meta.url),
    'utf8',
  );
  const groups = new Map(
    client.split(/^class /m).map((text) => [/^\w+/.exec(text)?.[0]?.toLowerCase(), text]),
  );
  const calls = [...texts].flatMap(([path, text]) =>
    path.endsWith('.md') ? [...text.matchAll(/^florin\.(\w+)\.(\w+)\(/gm)] : [],
  );
  expect(calls.length).toBeGreaterThan(100);
  const missing = calls.filter(
    ([, group = '', name = '']) =>
      !groups.get(group.replaceAll('_', ''))?.includes(`    def ${name}(`),
  );
  expect(missing.map(([call]) => call)).toEqual([]);
});

it('is small enough for slow networks: its index, and each page', async () => {
  const index = (await reference.files.get('/docs/search.json')?.makeText()) ?? '';
  expect(index.length).toBeLessThan(1_000_000);
  const sizes = reference.pages.map(({ path }) => [path, texts.get(path)?.length ?? 0] as const);
  expect(sizes.filter(([, length]) => length > 600_000)).toEqual([]);
});
