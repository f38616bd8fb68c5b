import {
  AppError,
  type Caller,
  type ErrorCode,
  newId,
  parsePublicId,
  type Reply,
  subscriptionSchema,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { defineRoute, idempotencyKeyOf, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { Update } from '../domain/command.ts';
import type { Stored } from '../domain/public-events.ts';
import type { Quote } from '../domain/quote.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { Plans } from '../operations/plans.ts';
import { type Change, newChange } from '../operations/update-subscription.ts';
import { findTerms, type WishedTerms } from './change-terms.ts';
import { assertMayWrite } from './permissions.ts';
import { causeOf, planField, quantityField } from './subscription-fields.ts';

export interface UpdateSubscription {
  readonly find: (caller: Caller, id: Uuid) => Promise<Stored>;
  readonly findQuote: (subscriptionId: Uuid, id: Uuid) => Promise<Quote | undefined>;
  readonly plans: Plans;
  readonly begin: (change: Change, key: IdempotencyKey | undefined) => Promise<Reply>;
}

const updateFields = z
  .object({
    plan: planField.optional(),
    quantity: quantityField.optional(),
    quote_id: z.string({ error: 'must be a string' }).optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['plan'],
    error: 'is required, unless quantity or quote_id is given',
  });

export function updateSubscriptionRoute({ find, findQuote, plans, begin }: UpdateSubscription) {
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
    body: updateFields,
    replies: { 200: subscriptionSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { body, caller, params } = request;
      const { subscription } = await find(caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const { id } = subscription;
      const { quote_id } = body;
      const quote = quote_id === undefined ? undefined : await getQuote(id, quote_id);
      const terms = quote
        ? await quotedTerms(quote, subscription, body)
        : await findTerms(plans, subscription, body);
      const ids = { changeId: newId(), invoiceId: newId() };
      const command: Update = {
        type: 'update',
        ...terms,
        ...ids,
        ...(quote ? { pricedAt: quote.pricedAt } : {}),
      };
      const route = 'POST /v1/subscriptions/{subscription_id}/update';
      const change = newChange(id, command, quote?.id ?? null, causeOf(request));
      return begin(change, idempotencyKeyOf(route, request, [id, body]));
    },
  });

  async function getQuote(subscriptionId: Uuid, publicId: string): Promise<Quote> {
    const id = parsePublicId('quote', publicId);
    const quote = id === undefined ? undefined : await findQuote(subscriptionId, id);
    if (!quote)
      throw new AppError('not_found', 'quote_id: there is no such quote of this subscription');
    return quote;
  }

  /** What else is sent along with a quote has to say the same. */
  async function quotedTerms(quote: Quote, subscription: Subscription, wish: WishedTerms) {
    const { plan, quantity } = quote;
    const wished = await findTerms(plans, { ...subscription, plan, quantity }, wish);
    if (wished.plan.id !== plan.id || wished.quantity !== quantity)
      throw new AppError(
        'invalid_request',
        `quote_id: the quote is for ${quantity} of ${plan.id}: leave out plan and quantity`,
      );
    return { plan, quantity };
  }
}
