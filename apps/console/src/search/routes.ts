import { accountFields, defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { sightOf } from './access.ts';
import { type FoundKind, foundKinds, toSearchResult } from './model.ts';
import { search } from './queries.ts';
import { readQuestion } from './question.ts';

export interface SearchDeps {
  readonly db: Db;
}

const RESULTS_MAX = 50;

const resultSchema = z
  .object({
    id: z.string().describe('Id of the object that was found.'),
    object: z.literal('search_result').describe('What this object is: always `search_result`.'),
    kind: z
      .enum(Object.keys(foundKinds) as [FoundKind, ...FoundKind[]])
      .describe('What was found, as its own `object` says it.'),
    livemode: z
      .boolean()
      .nullable()
      .describe('Whether real money moves in its account; null outside any account.'),
    account_id: z
      .string()
      .nullable()
      .describe('Account that it belongs to (`acc_…`); null outside any account.'),
    title: z.string().meta({ description: 'What people call it.', examples: ['Ada Lovelace'] }),
    detail: z
      .string()
      .nullable()
      .describe('What else tells it from others; null where nothing does.'),
    amount: z
      .int()
      .nullable()
      .describe('Its amount in minor units of the currency; null where it has none.'),
    currency: z
      .string()
      .nullable()
      .meta({
        description: 'Currency (ISO 4217); null where it has no amount.',
        examples: ['EUR'],
      }),
    status: z.string().nullable().describe('Its status; null where it has none.'),
    created_at: z.iso.datetime().describe('When it was made (RFC 3339, UTC).'),
  })
  .meta({ id: 'SearchResult', description: 'An object that was found, as lists show it.' });

/** Searches all objects that the caller may read. */
export const searchRoute = ({ db }: SearchDeps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/search',
    operationId: 'search',
    onlyReads: true,
    summary: 'Find objects by id, email, name, reference, number or amount',
    description:
      'Finds accounts, users, keys, invitations, transactions, payments, payment methods, refunds, disputes, payouts, customers, subscriptions, invoices and credit notes, each word from its beginning on: the best first, then the newest. It shows what the role or key may read by its own operation. What has just changed is found a moment later.',
    token: 'session_or_key',
    scope: 'account:read',
    query: z.object({
      q: z.string().trim().min(2).max(200).meta({
        description: 'At least two characters: words, an id, or an amount.',
        pattern: String.raw`\S[\s\S]*\S`,
      }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(RESULTS_MAX)
        .default(20)
        .describe('How many at most: 1 to 50.'),
      ...accountFields,
    }),
    replies: {
      200: z
        .object({
          object: z.literal('list').describe('What this object is: always `list`.'),
          data: z.array(resultSchema).describe('What was found, the best first.'),
        })
        .meta({ id: 'SearchResults', description: 'What a search has found: there are no pages.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const sight = sightOf(caller, query.account_id);
      const found = sight ? await search(db, readQuestion(query.q), sight, query.limit) : [];
      return {
        status: 200,
        body: { object: 'list', data: found.map(toSearchResult) },
      };
    },
  });
