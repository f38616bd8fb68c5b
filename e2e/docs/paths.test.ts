import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'apps/*/README.md', 'deploy/**/*.md'], {
  cwd: root,
});

it.each(pages)('%s names files and pages that are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) =>
    join(dirname(page), link),
  );
  const paths = [...text.matchAll(/`((?:apps|packages|tools|docs|e2e|deploy|scripts)\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    // An ellipsis or a template stands for many.
    .filter((path) => !path.includes('...'));
  expect([...links, ...paths].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
