import { readFileSync } from 'node:fs';
import { isReadableOnWhite } from './contrast.ts';

const css = readFileSync(new URL('document.css', import.meta.url), 'utf8');

/** The look of documents, in the seller's colour where it can be read; in the dark in the page's own. */
export function documentStyle(color: string | null | undefined): string {
  if (!color || !isReadableOnWhite(color)) return css;
  return `${css}@media not (prefers-color-scheme: dark) { :root { --brand: ${color}; } }`;
}
