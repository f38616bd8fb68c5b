import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'apps/*/README.md', 'deploy/**/*.md'], {
  cwd: root,
});

/** Those that stand before a block are told to be made. */
const PATH = /`((?:apps|packages|tools|docs|e2e|deploy|scripts)\/[\w./-]*)`(?!:\n\n\0)/g;
const LINK = /\]\((?!https?:)([^)#]+)[^)]*\)/g;

it.each(pages)('%s names files and pages that are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '\0');
  const links = [...text.matchAll(LINK)].map(([, link = '']) => join(dirname(page), link));
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
  expect([...links, ...paths].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
