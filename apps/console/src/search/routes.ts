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

const resultSchema = z.object({
  /** Of the object that was found. */
  id: z.string(),
  object: z.literal('search_result'),
  /** What it is: `customer`, `payment`. */
  kind: z.enum(Object.keys(foundKinds) as [FoundKind, ...FoundKind[]]),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  account_id: z.string().nullable(),
  /** What people call it. */
  title: z.string(),
  detail: z.string().nullable(),
  /** Minor units; null with the currency. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
  created_at: z.iso.datetime(),
});

/** Finds whatever the caller may read, by what they know of it. */
export const searchRoute = ({ db }: SearchDeps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/search',
    operationId: 'search',
    summary: 'Find objects by id, email, name, reference, number or amount',
    token: 'session_or_key',
    scope: 'account:read',
    query: z.object({
      q: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .meta({ description: 'At least two characters: words, an id, or an amount.' }),
      limit: z.coerce.number().int().min(1).max(RESULTS_MAX).default(20),
      ...accountFields,
    }),
    replies: {
      200: z.object({ object: z.literal('list'), data: z.array(resultSchema) }),
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
