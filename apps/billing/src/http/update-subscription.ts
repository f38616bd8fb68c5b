import {
  AppError,
  type Caller,
  type ErrorCode,
  newId,
  type Reply,
  subscriptionSchema,
  type Uuid,
} from '@florin/contracts';
import type { OnceKey } from '@florin/database';
import { defineRoute, idParams, onceKeyOf } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { priceOf } from '../domain/plan-terms.ts';
import type { Stored } from '../domain/public-events.ts';
import { type Plans, termsOf } from '../operations/plans.ts';
import { type Change, newChange } from '../operations/update-subscription.ts';
import { assertMayWrite } from './permissions.ts';
import { causeOf, planField, quantityField, tooDear } from './subscription-fields.ts';

export interface UpdateSubscription {
  readonly find: (caller: Caller, id: Uuid) => Promise<Stored>;
  readonly plans: Plans;
  readonly begin: (change: Change, once: OnceKey | undefined) => Promise<Reply>;
}

export function updateSubscriptionRoute({ find, plans, begin }: UpdateSubscription) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'currency_mismatch',
    'unauthorized',
    'insufficient_funds',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/subscriptions/{subscription_id}/update',
    summary: 'Change plan or quantity: up at once and prorated, down with the next period',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: { quantity: 'integer' },
    params: idParams({ subscription_id: 'subscription' }),
    body: z
      .object({ plan: planField.optional(), quantity: quantityField.optional() })
      .refine(({ plan, quantity }) => plan !== undefined || quantity !== undefined, {
        path: ['plan'],
        error: 'is required, unless quantity is given',
      }),
    replies: { 200: subscriptionSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { body, caller, params } = request;
      const { subscription } = await find(caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const { id, sellerId, plan: current } = subscription;
      // The catalogue in the subscription's own currency: a plan keeps its price.
      const shop = { id: sellerId, currency: current.currency };
      const plan = body.plan === undefined ? current : termsOf(await plans.get(shop, body.plan));
      if (plan.currency !== current.currency)
        throw new AppError(
          'currency_mismatch',
          `the plan is priced in ${plan.currency}, the subscription in ${current.currency}: create a new one`,
        );
      const quantity = body.quantity ?? subscription.quantity;
      if (priceOf({ plan, quantity }) > AMOUNT_MINOR_MAX) throw tooDear();
      const ids = { changeId: newId(), invoiceId: newId() };
      const command = { type: 'update', plan, quantity, ...ids } as const;
      const route = 'POST /v1/subscriptions/{subscription_id}/update';
      return begin(newChange(id, command, causeOf(request)), onceKeyOf(route, request, [id, body]));
    },
  });
}
