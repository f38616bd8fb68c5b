import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html } from '@florin/http-api';

/** The look that all pages have in common. */
export const baseStyle = readFileSync(new URL('base.css', import.meta.url), 'utf8');

/** A style within a page, and what the page's policy has to say to allow it and no other. */
export function inlineStyle(css: string): { readonly element: Html; readonly source: string } {
  const digest = createHash('sha256').update(css).digest('base64');
  return { element: html`<style>${{ markup: css }}</style>`, source: `'sha256-${digest}'` };
}
