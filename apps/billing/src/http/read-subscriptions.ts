import {
  type Caller,
  subscriptionResourceStatuses,
  subscriptionSchema,
  type Uuid,
} from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  filterField,
  idParams,
  listReply,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Stored } from '../domain/public-events.ts';
import { toSubscriptionResource } from '../domain/subscription-resource.ts';
import type { Lists } from '../operations/lists.ts';

export function readSubscriptionRoutes(
  lists: Lists,
  find: (caller: Caller, id: Uuid) => Promise<Stored>,
): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/subscriptions',
      summary: 'List subscriptions, newest first',
      token: 'session_or_key',
      scope: 'subscriptions:read',
      query: z
        .object({
          ...cursorFields('subscription'),
          customer_id: z.string().optional(),
          plan: z.string().optional(),
          status: z.enum(subscriptionResourceStatuses).optional(),
          test_clock_id: filterField('testClock'),
          account_id: filterField('account'),
        })
        .refine(...oneCursor),
      formerNames: { query: { test_clock: 'test_clock_id' } },
      replies: { 200: listReply(subscriptionSchema) },
      errors: ['invalid_request', 'unauthorized', 'forbidden'],
      handle: async ({ query, caller }) => ({
        status: 200,
        body: await lists.subscriptions(caller, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/subscriptions/{subscription_id}',
      summary: 'Retrieve a subscription',
      token: 'session_or_key',
      scope: 'subscriptions:read',
      params: idParams({ subscription_id: 'subscription' }),
      replies: { 200: subscriptionSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      async handle({ params, caller }) {
        const { subscription, updatedAt } = await find(caller, params.subscription_id);
        return { status: 200, body: toSubscriptionResource(subscription, updatedAt) };
      },
    }),
  ];
}
