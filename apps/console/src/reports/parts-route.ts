import { AppError, toPublicId, type Uuid } from '@florin/contracts';
import {
  accountFields,
  currencyField,
  cursorFields,
  defineRoute,
  listBody,
  listReply,
  type Route,
  scopeOf,
  toPage,
} from '@florin/http-api';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { findRecurringPart, type RecurringPart, selectRecurringParts } from './parts-queries.ts';

const { limit, starting_after } = cursorFields('subscription');

const partSchema = z
  .object({
    id: z.string().meta({
      description: 'Id of the subscription (`sub_…`).',
      examples: [toPublicId('subscription', '019abb2c-6a1f-7c3d-9b52-6f0e4d8a7c15')],
    }),
    object: z
      .literal('recurring_subscription')
      .describe('What this object is: always `recurring_subscription`.'),
    account_id: z.string().describe('Account that sells it (`acc_…`).'),
    currency: z.string().meta({
      description: 'Currency of the amount: three upper-case letters of ISO 4217.',
      examples: ['EUR'],
    }),
    amount: z.int().describe('What it brings in a month, in minor units of the currency.'),
  })
  .meta({ id: 'RecurringSubscription', description: 'What one subscription brings in a month.' });

/** Lists the subscriptions that make up recurring revenue. */
export function recurringPartsRoute({ db }: { readonly db: Db }): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/reports/recurring_revenue/subscriptions',
    operationId: 'listRecurringSubscriptions',
    onlyReads: true,
    summary: 'List the subscriptions that recurring revenue is the sum of, the dearest first',
    description:
      'What each active or past due subscription brings in a month, as things are now: together they are the last amount of the report. What changes while pages are read may be on none of them, or on two.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({
      limit,
      starting_after,
      currency: currencyField.optional(),
      account_id: accountFields.account_id,
    }),
    replies: { 200: listReply(partSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const accountId = scopeOf(caller, query.account_id);
      const rows = accountId ? await readParts(db, accountId, query) : [];
      return { status: 200, body: listBody(toPage(rows, query.limit, 'after'), toPartResource) };
    },
  });
}

async function readParts(
  db: Db,
  accountId: Uuid | 'all',
  query: { limit: number; currency?: string | undefined; starting_after?: Uuid | undefined },
): Promise<readonly RecurringPart[]> {
  const { limit: rows, currency, starting_after: cursor } = query;
  const after = cursor === undefined ? undefined : await findRecurringPart(db, accountId, cursor);
  if (cursor !== undefined && !after)
    throw new AppError('invalid_request', 'the cursor names nothing: use an id from this list');
  return selectRecurringParts(db, { accountId, currency, after }, rows + 1);
}

function toPartResource({ subscription_id, account_id, currency, amount }: RecurringPart) {
  return {
    id: toPublicId('subscription', subscription_id),
    object: 'recurring_subscription' as const,
    account_id: toPublicId('account', account_id),
    currency,
    amount: Math.min(Number(amount), Number.MAX_SAFE_INTEGER),
  };
}
