import { defineRoute, idParams, type Route, text } from '@florin/http-api';
import { z } from 'zod';
import { readTimes } from '../../../clock.ts';
import { mayEndLater } from '../../../domain/subscription/model.ts';
import { type ActionDeps, cancelOrKeep, changeAtQuote } from '../actions.ts';
import { readPrices } from '../prices.ts';
import { findPlansFor, findTheirSubscription, previewFor, type ReadDeps } from '../read.ts';
import { renderPortalPage } from './layout.ts';
import { renderSubscription } from './subscription.ts';
import {
  mayFail,
  notFound,
  outcomeField,
  ROOT,
  reads,
  saying,
  shortText,
  token,
  within,
  writes,
} from './within.ts';

export type SubscriptionPageDeps = ActionDeps & ReadDeps;

/** Portal pages of a subscription: price previews, changes and cancellation. */
export function subscriptionPages(deps: SubscriptionPageDeps): readonly Route[] {
  return [subscriptionRoute(deps), changeRoute(deps)];
}

const subscriptionParams = idParams({ subscription_id: 'subscription' }, { token });

const subscriptionRoute = (deps: SubscriptionPageDeps) =>
  defineRoute({
    ...reads,
    path: `${ROOT}/subscriptions/{subscription_id}`,
    operationId: 'showPortalSubscription',
    summary: 'Show a subscription in the customer portal',
    description:
      'An HTML page. With `plan` it shows the cost of a change and creates a quote for it.',
    params: subscriptionParams,
    query: z.object({
      done: outcomeField,
      plan: text(100).optional().describe('Plan to show the price of.'),
      cancel: z.literal('yes').optional().describe('Shows the effect of a cancellation.'),
    }),
    errors: notFound,
    timeoutMs: 5_000,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const { params, query } = request;
        const subscription = await findTheirSubscription(deps.db, portal, params.subscription_id);
        if (!subscription) return undefined;
        const plans = await findPlansFor(deps.db, portal, subscription);
        const plan = plans.find(({ id }) => id === query.plan);
        const preview = plan && (await previewFor(deps, subscription, plan));
        const isRefused = query.plan !== undefined && preview === undefined;
        const { nowMs } = await readTimes(deps.db, subscription.testClockId);
        const asked = {
          preview,
          cancels: query.cancel === 'yes' && portal.settings.cancel !== 'off',
          mayEndLater: mayEndLater(subscription, nowMs),
          writePrice: await readPrices(deps.db, portal),
        };
        const { locale, shop, session } = portal;
        return renderPortalPage({
          ...{ locale, shop, title: locale.texts.subscriptions },
          outcome: isRefused ? 'refused' : query.done,
          up: `../../${session.token}`,
          main: renderSubscription(portal, subscription, plans, asked, locale),
        });
      }),
  });

const changeRoute = (deps: SubscriptionPageDeps) =>
  defineRoute({
    ...writes,
    path: `${ROOT}/subscriptions/{subscription_id}`,
    operationId: 'changePortalSubscription',
    summary: 'Update a subscription in the customer portal',
    description:
      'Accepts the forms of the subscription page: a change at the quoted price, a cancellation, or undoing one.',
    example: { request: { action: 'cancel' } },
    params: subscriptionParams,
    body: z.object({
      action: z.enum(['change', 'cancel', 'keep']).describe('Action.'),
      quote_id: shortText.optional().describe('Quote of the change (`quo_…`).'),
    }),
    errors: mayFail,
    timeoutMs: 5_000,
    handle: (request) =>
      within(deps, request, async (portal) => {
        const { params, body, requestId } = request;
        const subscription = await findTheirSubscription(deps.db, portal, params.subscription_id);
        if (!subscription) return undefined;
        const { action, quote_id: quote = '' } = body;
        const outcome =
          action === 'change'
            ? await changeAtQuote(deps, portal, subscription, quote, requestId)
            : await cancelOrKeep(deps, portal, subscription, action, requestId);
        return saying(`../../${portal.session.token}`, outcome);
      }),
  });
