import { readFileSync } from 'node:fs';
import { brandRules } from '@florin/cards';
import { defineRoute, type Route } from '@florin/http-api';
import { baseStyle, renderFailure } from '@florin/pages';
import { z } from 'zod';

const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');

const files = [
  {
    name: 'page.css',
    mediaType: 'text/css',
    operationId: 'getPaymentPageStyle',
    summary: 'Retrieve the style sheet of payment pages',
    text: baseStyle + read('page.css'),
  },
  {
    name: 'page.js',
    mediaType: 'text/javascript',
    operationId: 'getPaymentPageScript',
    summary: 'Retrieve the script of payment pages',
    // Browser and server share the rules of card brands.
    text: `const brandRules = ${JSON.stringify(brandRules)};\n${read('page.js')}`,
  },
] as const;

/** Long enough for a payment, short enough that a new version's pages soon load their own. */
const CACHE_SECONDS = 300;

/** Assets of payment pages. They contain no secrets, so everyone may cache them. */
export function assetRoutes(): readonly Route[] {
  return files.map(({ name, mediaType, operationId, summary, text }) =>
    defineRoute({
      method: 'GET',
      path: `/pay/${name}`,
      operationId,
      isInternal: true,
      summary,
      description: 'Loaded by payment pages. Contains no secrets; may be cached for five minutes.',
      token: 'none',
      mediaType,
      showError: renderFailure,
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
    }),
  );
}
