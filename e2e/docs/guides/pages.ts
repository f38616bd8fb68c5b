import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSteps, type Step } from '../markdown.ts';

const docs = join(import.meta.dirname, '../../../docs');

/** Reading order of the guides, by name. */
export const guideOrder: readonly string[] = JSON.parse(
  readFileSync(join(docs, 'guides/order.json'), 'utf8'),
);

export interface Page {
  /** The last part of its address: `quickstart`, `not_found`. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The pages of a folder of `docs`, by name. */
export function readPages(folder: 'guides' | 'errors'): readonly Page[] {
  const paths = globSync(`${folder}/*.md`, { cwd: docs }).toSorted();
  return paths.map((path) => readPage(join(docs, path)));
}

function readPage(path: string): Page {
  return { name: basename(path, '.md'), path, text: readFileSync(path, 'utf8') };
}

/** Steps that a reader has taken before any other page: the quickstart, up to its key. */
export function preludeOf({ name }: Page): readonly Step[] {
  if (name === 'quickstart') return [];
  const steps = readSteps(readPage(join(docs, 'guides/quickstart.md')).text);
  const last = steps.findIndex(({ block }) => block.text.includes('KEY='));
  if (last === -1) throw new Error('the quickstart creates no key');
  return steps.slice(0, last + 1);
}
