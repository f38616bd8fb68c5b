import { toPlain } from '../blocks/markdown-text.ts';
import type { Block } from '../blocks/model.ts';
import type { ApiDocument } from '../document/model.ts';
import type { Sources } from '../sources/model.ts';
import { plainWords, tagPath } from './api-pages.ts';
import { guidePath } from './guide-pages.ts';
import type { Page } from './model.ts';

export const WHAT =
  'Florin is a billing and payments back end that you run yourself: accounts and users, a double-entry ledger, payment requests with a hosted page, and subscriptions.';

const FIRST_CALL = `curl "$FLORIN_URL/v1/account" \\
  -H "Authorization: Bearer $FLORIN_API_KEY"`;
const FIRST_CALL_TYPESCRIPT = `import { Florin } from '@florin/client';

const florin = new Florin({ url: process.env.FLORIN_URL, apiKey: process.env.FLORIN_API_KEY });
const account = await florin.get('/v1/account');`;

/** Start page: guides in order, and groups of operations. */
export function startPage({ guides }: Sources, { tags }: ApiDocument): Page {
  return {
    path: '/docs',
    title: 'Florin reference',
    description: WHAT,
    kind: 'Start',
    toBlocks: () =>
      [
        { kind: 'heading', level: 1, text: 'Florin reference' },
        {
          kind: 'columns',
          said: [{ kind: 'prose', markdown: `${WHAT}\n\n${HOW}` }],
          shown: [
            {
              kind: 'samples',
              label: 'A first call',
              samples: [
                { language: 'curl', fence: 'sh', text: FIRST_CALL },
                { language: 'TypeScript', fence: 'ts', text: FIRST_CALL_TYPESCRIPT },
              ],
            },
          ],
        },
        ...(guides.length === 0
          ? []
          : [
              { kind: 'heading', level: 2, id: 'guides', text: 'Guides' } as const,
              {
                kind: 'cards',
                cards: guides.map((guide) => ({
                  title: guide.title,
                  path: guidePath(guide),
                  markdown: plainWords(toPlain(guide.description)),
                })),
              } as const,
            ]),
        { kind: 'heading', level: 2, id: 'operations', text: 'Operations' },
        {
          kind: 'cards',
          cards: tags.map((tag) => ({
            title: tag.name,
            path: tagPath(tag),
            markdown:
              firstParagraph(tag.description) ||
              tag.operations.map(({ summary }) => plainWords(summary)).join('. '),
          })),
        },
        { kind: 'heading', level: 2, id: 'more', text: 'More' },
        { kind: 'cards', cards: more },
      ] satisfies readonly Block[],
  };
}

const HOW = `Florin has one REST API under \`/v1\`, which uses JSON. Requests authenticate with an API key or an access
token: \`Authorization: Bearer …\`. Requests that change something accept an \`Idempotency-Key\`, so retries
take effect once. Amounts are integers in the smallest unit of their currency.`;

const more = [
  {
    title: 'Events',
    path: '/docs/events',
    markdown: 'Every event type: when it is published and what it contains.',
  },
  {
    title: 'Errors',
    path: '/docs/errors',
    markdown: 'Every error code: its cause and what to do.',
  },
  {
    title: 'Schemas',
    path: '/docs/schemas',
    markdown: 'Request and response objects, by name.',
  },
  {
    title: 'For programs',
    path: '/v1/openapi.json',
    markdown:
      'The whole API as an OpenAPI 3.1 document. For assistants, `/llms.txt` lists all pages, and every page is available as Markdown: append `.md` to its URL.',
  },
] as const;

function firstParagraph(text: string): string {
  return text.split('\n\n')[0] ?? '';
}
