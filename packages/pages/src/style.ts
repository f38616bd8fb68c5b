import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html } from '@florin/http-api';

/** Base style of all pages. */
export const baseStyle = readFileSync(new URL('base.css', import.meta.url), 'utf8');

/** An inline style, and the policy source that allows only it. */
export function inlineStyle(css: string): { readonly element: Html; readonly source: string } {
  const digest = createHash('sha256').update(css).digest('base64');
  return { element: html`<style>${{ markup: css }}</style>`, source: `'sha256-${digest}'` };
}
