import {
  AppError,
  type ErrorCode,
  idPatternOf,
  newId,
  parsePublicId,
  type Reply,
  subscriptionSchema,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { defineRoute, idempotencyKeyOf, idParams } from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite } from '../../accounts/permissions.ts';
import { getPlan, type PlansDeps, planTermsOf } from '../../catalogue/plans/operations.ts';
import type { Plan } from '../../domain/catalogue.ts';
import { causeOf } from '../../domain/cause.ts';
import { areSameTerms, itemsOf, type Terms, termsOf } from '../../domain/price.ts';
import type { Quote } from '../../domain/quote.ts';
import { type Timing, timingOf, type Update } from '../../domain/subscription/commands.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { planField, quantityField } from '../../fields/plan.ts';
import { findQuote } from '../../records/quotes-queries.ts';
import {
  type AskedItems,
  assertFit,
  itemsField,
  oneWayToNameItems,
  resolveItems,
} from './items.ts';
import { getVisibleSubscription } from './read.ts';
import { type Change, newChange } from './update.ts';

export interface UpdateRouteDeps extends PlansDeps {
  readonly beginChange: (change: Change, key: IdempotencyKey | undefined) => Promise<Reply>;
}

/** How and when a change takes effect, in requests for changes and previews. */
export const changeFields = {
  effective: z
    .enum(['now', 'period_end'])
    .optional()
    .describe(
      'When the change takes effect. Default: `now` if the price per year rises, otherwise `period_end`.',
    ),
  proration_behavior: z
    .enum(['always_invoice', 'none'])
    .optional()
    .describe(
      'Invoice of a change that takes effect now. `always_invoice`, the default: the rest of the period at the new price, less the unused time that was paid. `none`: no invoice; the next period has the new price. The interval cannot change.',
    ),
};

const updateFields = z
  .object({
    plan: planField.optional(),
    quantity: quantityField.optional(),
    items: itemsField,
    ...changeFields,
    quote_id: z
      .string({ error: 'must be a string' })
      .optional()
      .meta({
        description: 'Quote of a preview (`quo_…`); the change is made at its price.',
        pattern: idPatternOf('quote'),
      }),
  })
  .refine(
    ({ plan, quantity, items, quote_id }) =>
      [plan, quantity, items, quote_id].some((value) => value !== undefined),
    {
      path: ['plan'],
      error: 'is required, unless quantity, items or quote_id is given',
    },
  )
  .refine(...oneWayToNameItems)
  .refine(
    ({ quote_id, effective, proration_behavior }) =>
      !quote_id || !(effective ?? proration_behavior),
    {
      path: ['quote_id'],
      error: 'has its own timing; omit effective and proration_behavior',
    },
  )
  .meta({ id: 'SubscriptionUpdate', description: 'A change of a subscription.' });

export function updateSubscriptionRoute(deps: UpdateRouteDeps) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'currency_mismatch',
    'unauthorized',
    'insufficient_funds',
    'card_declined',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/subscriptions/{subscription_id}/update',
    operationId: 'updateSubscription',
    summary: 'Change the items of a subscription',
    description:
      '`plan` and `quantity` change the plan and keep the other items; `items` replaces all of them. A change to a higher price per year takes effect now: the rest of the period is charged at the new price, less the unused time that was paid; if that is worth more, the difference becomes credit. Items that stay as they are have no lines on that invoice. Other changes take effect with the next period. `effective` and `proration_behavior` override this. If the current period is past due and was not collected, an upgrade voids its invoice and charges the period at the new price. While the subscription is paused nothing is charged: the remaining time is converted to time of the new plan. With the `quote_id` of a preview the change is made at exactly the quoted price. If the charge fails, the response is 402 and nothing has changed, unless the period was already past due: `card_declined` with a `decline_code` for a card, `insufficient_funds` for the balance of an account.',
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
        ...(quote ? { ...timingOf(quote), pricedAt: quote.pricedAt } : toTiming(body)),
      };
      const route = 'POST /v1/subscriptions/{subscription_id}/update';
      const change = newChange(id, command, quote?.id ?? null, causeOf(request));
      return deps.beginChange(change, idempotencyKeyOf(route, request, [id, body]));
    },
  });
}

export function toTiming({
  effective,
  proration_behavior: behavior,
}: {
  readonly effective?: Timing['effective'];
  readonly proration_behavior?: 'always_invoice' | 'none' | undefined;
}): Timing {
  return { effective, ...(behavior && { prorates: behavior !== 'none' }) };
}

async function getQuote({ db }: PlansDeps, subscriptionId: Uuid, publicId: string): Promise<Quote> {
  const id = parsePublicId('quote', publicId);
  const quote = id === undefined ? undefined : await findQuote(db, subscriptionId, id);
  if (!quote) throw new AppError('not_found', 'quote_id: this subscription has no such quote');
  return quote;
}

/** A plan or quantity sent with a quote must match the quote. */
async function quotedTerms(
  deps: PlansDeps,
  quote: Quote,
  subscription: Subscription,
  asked: AskedItems,
) {
  const named = await findTerms(deps, { ...subscription, ...termsOf(quote) }, asked);
  if (areSameTerms(named, quote)) return named;
  const quoted = itemsOf(quote).map(({ plan, quantity }) => `${quantity} of ${plan.id}`);
  throw new AppError(
    'invalid_request',
    `quote_id: the quote is for ${quoted.join(' and ')}; omit plan, quantity and items`,
  );
}

/**
 * The items that a client requests: `plan` and `quantity` keep the other items.
 * @throws AppError not_found, currency_mismatch, or invalid_request for items that do not fit
 * together or a price above the limit.
 */
export async function findTerms(
  deps: PlansDeps,
  { sellerId, ...current }: Subscription,
  asked: AskedItems,
): Promise<Terms> {
  const { currency } = current.plan;
  // Starter plans in the subscription's own currency, so that a plan keeps its price.
  const shop = { id: sellerId, currency };
  const find = async (name: string): Promise<Plan> => {
    const plan = await getPlan(deps, shop, name);
    if (plan.currency === currency) return plan;
    throw new AppError(
      'currency_mismatch',
      `the plan is priced in ${plan.currency}, but the subscription in ${currency}; create a new subscription`,
    );
  };
  if (asked.items) return resolveItems(asked, find);
  const { plan: name, quantity = current.quantity } = asked;
  const plan = name === undefined ? current.plan : planTermsOf(await find(name), name);
  return assertFit({ plan, quantity, addOns: current.addOns });
}
