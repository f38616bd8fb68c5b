import { accountFields, defineRoute } from '@florin/http-api';
import { z } from 'zod';
import { type FoundKind, foundKinds, toSearchResult } from '../domain/search.ts';
import type { Db } from '../schema.ts';
import { searchAccessOf } from './access.ts';
import { search } from './queries.ts';
import { readQuestion } from './question.ts';

export interface SearchDeps {
  readonly db: Db;
}

const RESULTS_MAX = 50;

const resultSchema = z
  .object({
    id: z.string().describe('Id of the object.'),
    object: z.literal('search_result').describe('Object type: always `search_result`.'),
    kind: z
      .enum(Object.keys(foundKinds) as [FoundKind, ...FoundKind[]])
      .describe("The object's own type, such as `customer`."),
    livemode: z
      .boolean()
      .nullable()
      .describe('Mode of its account: true for live, false for test; null outside any account.'),
    account_id: z
      .string()
      .nullable()
      .describe('Account that it belongs to (`acc_…`); null outside any account.'),
    title: z
      .string()
      .meta({ description: 'Display name of the object.', examples: ['Ada Lovelace'] }),
    detail: z
      .string()
      .nullable()
      .describe('Additional text that distinguishes similar objects; null if none.'),
    amount: z
      .int()
      .nullable()
      .describe('Amount in minor units of the currency; null if it has none.'),
    currency: z
      .string()
      .nullable()
      .meta({
        description: 'Currency (ISO 4217); null if it has no amount.',
        examples: ['EUR'],
      }),
    status: z.string().nullable().describe('Status; null if it has none.'),
    created_at: z.iso.datetime().describe('Creation time (RFC 3339, UTC).'),
  })
  .meta({ id: 'SearchResult', description: 'A search result.' });

/** Searches all objects that the caller may read. */
export const searchRoute = ({ db }: SearchDeps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/search',
    operationId: 'search',
    onlyReads: true,
    summary: 'Search objects',
    description:
      'Searches accounts, users, keys, invitations, transactions, payments, payment methods, refunds, disputes, payouts, customers, subscriptions, invoices and credit notes by id, email, name, reference, number or amount. Words match by prefix. The best matches come first, then the newest. Results include only objects that the role or key may read. Changes appear in the search index after a moment.',
    token: 'session_or_key',
    scope: 'account:read',
    query: z.object({
      q: z.string().trim().min(2).max(200).meta({
        description: 'Words, an id or an amount; at least two characters.',
        pattern: String.raw`\S[\s\S]*\S`,
      }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(RESULTS_MAX)
        .default(20)
        .describe('Maximum number of results: 1 to 50.'),
      ...accountFields,
    }),
    replies: {
      200: z
        .object({
          object: z.literal('list').describe('Object type: always `list`.'),
          data: z.array(resultSchema).describe('Results, best match first.'),
        })
        .meta({ id: 'SearchResults', description: 'Search results, without pages.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const access = searchAccessOf(caller, query.account_id);
      const found = access ? await search(db, readQuestion(query.q), access, query.limit) : [];
      return {
        status: 200,
        body: { object: 'list', data: found.map(toSearchResult) },
      };
    },
  });
