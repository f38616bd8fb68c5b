import {
  AppError,
  type ErrorCode,
  newId,
  parsePublicId,
  type Reply,
  subscriptionSchema,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { defineRoute, idempotencyKeyOf, idParams } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { assertMayWrite } from '../accounts/permissions.ts';
import { priceOf, type Terms } from '../plans/model.ts';
import { getPlan, type PlansDeps, termsOf } from '../plans/operations.ts';
import type { Quote } from '../quotes/model.ts';
import { findQuote } from '../quotes/queries.ts';
import type { Update } from './commands-model.ts';
import { causeOf, planField, priceTooHigh, quantityField } from './fields.ts';
import type { Subscription } from './model.ts';
import { getVisibleSubscription } from './read.ts';
import { type Change, newChange } from './update.ts';

export interface UpdateRouteDeps extends PlansDeps {
  readonly beginChange: (change: Change, key: IdempotencyKey | undefined) => Promise<Reply>;
}

const updateFields = z
  .object({
    plan: planField.optional(),
    quantity: quantityField.optional(),
    quote_id: z
      .string({ error: 'must be a string' })
      .optional()
      .describe('Quote of a preview (`quo_…`), at whose price the change is made.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['plan'],
    error: 'is required, unless quantity or quote_id is given',
  })
  .meta({ id: 'SubscriptionUpdate', description: 'What a subscription is to become.' });

export function updateSubscriptionRoute(deps: UpdateRouteDeps) {
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
    operationId: 'updateSubscription',
    summary: 'Change plan or quantity: up at once and prorated, down with the next period',
    description:
      'Up, to a longer interval or a higher price, counts at once: the rest of the period is charged at the new price, less what is left of the old one. Down counts with the next period. With `quote_id` of a preview the change is made at exactly the price that was shown. A charge that fails is answered with 402, and nothing has changed.',
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
      const { subscription } = await getVisibleSubscription(deps, caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const { id } = subscription;
      const { quote_id } = body;
      const quote = quote_id === undefined ? undefined : await getQuote(deps, id, quote_id);
      const terms = quote
        ? await quotedTerms(deps, quote, subscription, body)
        : await findTerms(deps, subscription, body);
      const ids = { changeId: newId(), invoiceId: newId() };
      const command: Update = {
        type: 'update',
        ...terms,
        ...ids,
        ...(quote ? { pricedAt: quote.pricedAt } : {}),
      };
      const route = 'POST /v1/subscriptions/{subscription_id}/update';
      const change = newChange(id, command, quote?.id ?? null, causeOf(request));
      return deps.beginChange(change, idempotencyKeyOf(route, request, [id, body]));
    },
  });
}

async function getQuote({ db }: PlansDeps, subscriptionId: Uuid, publicId: string): Promise<Quote> {
  const id = parsePublicId('quote', publicId);
  const quote = id === undefined ? undefined : await findQuote(db, subscriptionId, id);
  if (!quote)
    throw new AppError('not_found', 'quote_id: there is no such quote of this subscription');
  return quote;
}

/** A plan or quantity that is sent along with a quote must be that of the quote. */
async function quotedTerms(
  deps: PlansDeps,
  quote: Quote,
  subscription: Subscription,
  asked: AskedTerms,
) {
  const { plan, quantity } = quote;
  const named = await findTerms(deps, { ...subscription, plan, quantity }, asked);
  if (named.plan.id !== plan.id || named.quantity !== quantity)
    throw new AppError(
      'invalid_request',
      `quote_id: the quote is for ${quantity} of ${plan.id}: leave out plan and quantity`,
    );
  return { plan, quantity };
}

/** Plan and quantity as a client asks for them; what is absent stays as it is. */
export interface AskedTerms {
  readonly plan?: string | undefined;
  readonly quantity?: number | undefined;
}

/**
 * The plan and quantity that a client asks for.
 * @throws AppError not_found, currency_mismatch, or invalid_request for a price beyond the largest amount.
 */
export async function findTerms(
  deps: PlansDeps,
  { sellerId, plan: current, quantity: before }: Subscription,
  asked: AskedTerms,
): Promise<Terms> {
  // The catalogue in the subscription's own currency: a plan keeps its price.
  const shop = { id: sellerId, currency: current.currency };
  const plan = asked.plan === undefined ? current : termsOf(await getPlan(deps, shop, asked.plan));
  if (plan.currency !== current.currency)
    throw new AppError(
      'currency_mismatch',
      `the plan is priced in ${plan.currency}, the subscription in ${current.currency}: create a new one`,
    );
  const terms = { plan, quantity: asked.quantity ?? before };
  if (priceOf(terms) > AMOUNT_MINOR_MAX) throw priceTooHigh();
  return terms;
}
