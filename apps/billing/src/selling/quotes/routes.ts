import { type ErrorCode, idPatternOf, parsePublicId, previewSchema } from '@florin/contracts';
import { defineRoute, notFound, type Route } from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite } from '../../accounts/permissions.ts';
import { creationFields, readCreation } from '../subscriptions/fields.ts';
import { oneWayToNameItems } from '../subscriptions/items.ts';
import type { TermsDeps } from '../subscriptions/parties.ts';
import { getVisibleSubscription } from '../subscriptions/read.ts';
import { changeFields, findTerms, toTiming } from '../subscriptions/update-routes.ts';
import { previewChange, previewCreation, type QuotesDeps } from './operations.ts';

/** Fields of a new subscription only. */
const OF_CREATION = ['trial_period_days', 'metadata', 'test_clock_id', 'account_id'] as const;

/** Fields of a change only. */
const OF_CHANGE = ['effective', 'proration_behavior'] as const;

const previewFields = z
  .object({
    ...creationFields,
    customer_id: creationFields.customer_id.optional(),
    ...changeFields,
    subscription_id: z
      .string({ error: 'must be a string' })
      .optional()
      .meta({
        description: 'Subscription to change (`sub_…`). Omit it for a new subscription.',
        pattern: idPatternOf('subscription'),
      }),
  })
  .refine((body) => (body.customer_id === undefined) !== (body.subscription_id === undefined), {
    path: ['subscription_id'],
    error: 'is required, or customer_id for a new subscription',
  })
  .refine((body) => body.plan !== undefined || body.items || isOfQuantityAlone(body), {
    path: ['plan'],
    error: 'is required, unless items are given',
  })
  .refine(...oneWayToNameItems)
  .superRefine((body, context) => {
    const isChange = body.subscription_id !== undefined;
    const beside = (isChange ? OF_CREATION : OF_CHANGE).find((name) => body[name] != null);
    if (beside === undefined) return;
    const message = `is only for a ${isChange ? 'new subscription' : 'change'}`;
    context.addIssue({ code: 'custom', path: [beside], message });
  })
  .meta({ id: 'SubscriptionPreview', description: 'A change or a new subscription to preview.' });

function isOfQuantityAlone(body: { subscription_id?: unknown; quantity?: unknown }): boolean {
  return body.subscription_id !== undefined && body.quantity !== undefined;
}

export function previewSubscriptionRoute(deps: TermsDeps & QuotesDeps): Route {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'currency_mismatch',
    'unauthorized',
    'forbidden',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/subscriptions/preview',
    operationId: 'previewSubscription',
    summary: 'Preview a change or a new subscription',
    description:
      'Accepts the fields of a change or a new subscription, calculates the cost in the same way, and changes nothing. A change also gets a quote, which is valid for ten minutes and can be used once at that price.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    body: previewFields,
    replies: { 200: previewSchema },
    errors,
    timeoutMs: 5_000,
    async handle({ body, caller, requestId }) {
      const { subscription_id, customer_id } = body;
      if (customer_id !== undefined) {
        assertMayWrite({ errors }, caller);
        const request = { ...body, customer_id };
        const { command, externalId } = await readCreation(deps, caller, request, requestId);
        return previewCreation(deps, command, externalId);
      }
      const id = parsePublicId('subscription', subscription_id ?? '');
      if (id === undefined) throw notFound('subscription');
      const { subscription } = await getVisibleSubscription(deps, caller, id);
      assertMayWrite({ errors }, caller);
      const terms = await findTerms(deps, subscription, body);
      return previewChange(deps, id, { ...terms, ...toTiming(body) });
    },
  });
}
