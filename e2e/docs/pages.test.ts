import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'apps/*/README.md', 'deploy/**/*.md'], {
  cwd: root,
});

/** The README of each operation's app, by name. */
const operations = new Map(
  globSync('apps/*/openapi.json', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const readme = join(dirname(file), 'README.md');
    return [...text.matchAll(/"operationId": "(\w+)"/g)].map(([, name = '']) => [name, readme]);
  }),
);

/** Paths before a block name files that the reader creates. */
const PATH = /`((?:apps|packages|tools|docs|e2e|deploy|scripts)\/[\w./-]*)`(?!:\n\n\0)/g;
/** In the README of an app. */
const SOURCE = /`(src\/[\w./-]*)`/g;
const LINK = /\]\((?!https?:)([^)#]+)(?:#([^)]*))?\)/g;
/** Operations have camel case names; headings have none. */
const OPERATION = /^[a-z]+[A-Z]\w*$/;

it.each(pages)('%s names only existing files and pages', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '\0');
  const links = [...text.matchAll(LINK)].map(([, link = '', hash = '']) =>
    fileOf(page, link, hash),
  );
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const sources = [...text.matchAll(SOURCE)].map(([, path = '']) => join(dirname(page), path));
  const named = page.startsWith('apps/') ? [...links, ...paths, ...sources] : [...links, ...paths];
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** The file behind a link of a page; a description of the fault for an operation of another app. */
function fileOf(page: string, link: string, hash: string): string {
  const file = join(dirname(page), link);
  if (!OPERATION.test(hash) || operations.get(hash) === file) return file;
  return `${file}#${hash}`;
}

it('apps have the same sections in the same order', () => {
  const orders = globSync('apps/*/README.md', { cwd: root }).map((page) => {
    const headings = readFileSync(join(root, page), 'utf8').match(/^## .*/gm);
    return [page, headings];
  });
  expect(orders).toEqual(orders.map(([page]) => [page, orders[0]?.[1]]));
});

it('decisions have the same parts, numbered without gaps', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/')).toSorted();
  const found = decisions.map((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [Number(/^# (\d+)\. /.exec(text)?.[1]), text.match(/^\*\*\w+\.\*\*/gm)];
  });
  const parts = ['Context', 'Decision', 'Consequences', 'Status'].map((part) => `**${part}.**`);
  expect(found).toEqual(decisions.map((_page, index) => [index + 1, parts]));
});
