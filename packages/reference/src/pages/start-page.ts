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

/** Where one begins: the guides in their order, and what there is to call. */
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

const HOW = `There is one REST surface under \`/v1\`, which speaks JSON. A call has an API key or an access token as
\`Authorization: Bearer …\`; what changes something takes an \`Idempotency-Key\`, so that it is done once
however often it is sent. Amounts are whole numbers in the smallest unit of their currency.`;

const more = [
  {
    title: 'Events',
    path: '/docs/events',
    markdown: 'Every type of event, when it comes and what it carries.',
  },
  {
    title: 'Errors',
    path: '/docs/errors',
    markdown: 'Every code, why it comes and what to do.',
  },
  {
    title: 'Schemas',
    path: '/docs/schemas',
    markdown: 'The shapes of what is sent and answered, by name.',
  },
  {
    title: 'For programs',
    path: '/v1/openapi.json',
    markdown:
      'All of this as an OpenAPI 3.1 document. For assistants, `/llms.txt` says what there is, and every page is Markdown with `.md` behind its address.',
  },
] as const;

function firstParagraph(text: string): string {
  return text.split('\n\n')[0] ?? '';
}
