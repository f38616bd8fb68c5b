import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { baseStyle } from '@florin/pages';
import type { ReferenceFile } from './reference-file.ts';

/** File names contain a hash of the content, so browsers may cache them for a year. */
const KEPT = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const SCRIPT = 'text/javascript; charset=utf-8';

const read = (name: string) => readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');

const library = assetOf(
  'minisearch.js',
  SCRIPT,
  readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8'),
);
const style = assetOf('style.css', 'text/css; charset=utf-8', baseStyle + read('style.css'));
const trial = assetOf('trial.js', SCRIPT, read('trial.js'));
const search = assetOf('search.js', SCRIPT, read('search.js').replace('minisearch', library.path));
const script = assetOf(
  'page.js',
  SCRIPT,
  read('page.js').replace('./search.js', search.path).replace('./trial.js', trial.path),
);

/** Scripts and styles of the pages. */
export const assets = { style: style.path, script: script.path };

export const assetFiles: readonly (readonly [string, ReferenceFile])[] = [
  ...[library, style, trial, search, script],
].map(({ path, file }) => [path, file]);

function assetOf(name: string, mediaType: string, text: string) {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  const [base = '', extension = ''] = name.split('.');
  return {
    path: `/docs/assets/${base}-${digest}.${extension}`,
    file: {
      headers: { 'Content-Type': mediaType, 'X-Content-Type-Options': 'nosniff', ...KEPT },
      makeText: () => text,
    },
  };
}
