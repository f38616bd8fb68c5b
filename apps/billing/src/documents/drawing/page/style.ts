import { readFileSync } from 'node:fs';
import { isReadableOnWhite } from './contrast.ts';

const css = readFileSync(new URL('document.css', import.meta.url), 'utf8');

/**
 * Styles of documents, in the seller's color if it is readable; dark mode uses the page's own
 * color.
 */
export function documentStyle(color: string | null | undefined): string {
  if (!color || !isReadableOnWhite(color)) return css;
  return `${css}@media not (prefers-color-scheme: dark) { :root { --brand: ${color}; } }`;
}
