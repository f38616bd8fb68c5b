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
      .describe('Object type: always `recurring_subscription`.'),
    account_id: z.string().describe('Account of the seller (`acc_…`).'),
    currency: z.string().meta({
      description: 'Currency of the amount: three uppercase letters of ISO 4217.',
      examples: ['EUR'],
    }),
    amount: z.int().describe('Monthly revenue in minor units of the currency.'),
  })
  .meta({
    id: 'RecurringSubscription',
    description: 'Monthly recurring revenue of a subscription.',
  });

/** Lists the subscriptions that make up recurring revenue. */
export function recurringPartsRoute({ db }: { readonly db: Db }): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/reports/recurring_revenue/subscriptions',
    operationId: 'listRecurringSubscriptions',
    onlyReads: true,
    summary: 'List the subscriptions of the recurring revenue',
    description:
      'Current monthly revenue of each active or past due subscription, largest first; the sum is the last amount of the report. A subscription that changes while pages are read may appear on none or on two of them.',
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
    throw new AppError('invalid_request', 'the cursor does not exist; use an id from this list');
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
