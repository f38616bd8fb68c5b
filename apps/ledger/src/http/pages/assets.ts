import { readFileSync } from 'node:fs';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { renderError } from './error-page.ts';

const files = [
  { name: 'page.css', mediaType: 'text/css', summary: 'The style of payment pages' },
  { name: 'page.js', mediaType: 'text/javascript', summary: 'The help of payment pages' },
] as const;

/** Long enough for a payment, short enough that pages of a new version soon have their own. */
const CACHE_SECONDS = 300;

/** What payment pages load. They hold no secret, so anybody may have and keep them. */
export function assetRoutes(): readonly Route[] {
  return files.map(({ name, mediaType, summary }) => {
    const text = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
    return defineRoute({
      method: 'GET',
      path: `/pay/${name}`,
      summary,
      token: 'none',
      mediaType,
      showError: renderError,
      replies: { 200: z.string() },
      errors: [],
      async handle() {
        return {
          status: 200,
          headers: {
            'Content-Type': `${mediaType}; charset=utf-8`,
            'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
            'X-Content-Type-Options': 'nosniff',
          },
          text,
        };
      },
    });
  });
}
