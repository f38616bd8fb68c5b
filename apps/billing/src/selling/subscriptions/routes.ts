import {
  type ErrorCode,
  type Reply,
  subscriptionResourceStatuses,
  subscriptionSchema,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import {
  accountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idempotencyKeyOf,
  idParams,
  instantField,
  listReply,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite } from '../../accounts/permissions.ts';
import { causeOf } from '../../domain/cause.ts';
import { creditUnused } from '../../invoicing/credit-notes/unused.ts';
import { changeSubscription, type FreeCommand } from './change.ts';
import { type Creation, newCreation, toReply } from './create.ts';
import { creationFields, creationForm, namesItems, readCreation } from './fields.ts';
import { oneWayToNameItems } from './items.ts';
import type { TermsDeps } from './parties.ts';
import { getVisibleSubscription, listSubscriptions } from './read.ts';

export interface SubscriptionRouteDeps extends TermsDeps {
  readonly beginCreation: (creation: Creation, key: IdempotencyKey | undefined) => Promise<Reply>;
}

/** Routes that create and read subscriptions. */
export function subscriptionRoutes(deps: SubscriptionRouteDeps): readonly Route[] {
  return [createRoute(deps), listRoute(deps), getRoute(deps)];
}

function createRoute(deps: SubscriptionRouteDeps) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'currency_mismatch',
    'unauthorized',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/subscriptions',
    operationId: 'createSubscription',
    summary: 'Create a subscription',
    description:
      "Subscribes a customer to a plan, or to several prices of one interval as `items`. A `customer_id` of an account (`acc_…`) subscribes the account itself, which pays from its balance and buys from the platform. Any other value names a customer of yours, who is created at first use unless your settings refuse that. Without a trial, the first period is charged at once: to the customer's saved card, otherwise as an invoice with a payment page. If the balance of an account is too low, the subscription starts as `past_due`. While a charge is in progress, a repeated request gets 409 with `Retry-After`.",
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: creationForm,
    body: z
      .object(creationFields)
      .refine(...namesItems)
      .refine(...oneWayToNameItems)
      .meta({ id: 'NewSubscription', description: 'A subscription to create.' }),
    replies: { 200: subscriptionSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const { command, externalId } = await readCreation(deps, caller, body, requestId);
      const creation = newCreation(command, { externalId, cause: causeOf(request) });
      return deps.beginCreation(
        creation,
        idempotencyKeyOf('POST /v1/subscriptions', request, body),
      );
    },
  });
}

function listRoute(deps: SubscriptionRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/subscriptions',
    operationId: 'listSubscriptions',
    onlyReads: true,
    summary: 'List subscriptions',
    description:
      'Callers that can read several accounts get the subscriptions of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('subscription'),
        customer_id: z
          .string()
          .optional()
          .describe('Filter by customer or account: its id or your own id of it.'),
        customer_email: emailField.optional().describe('Filter by customer email.'),
        plan: z
          .string()
          .optional()
          .meta({
            description: 'Filter by plan id, or by price id (`price_…`), of any item.',
            examples: ['pro_monthly'],
          }),
        status: z.enum(subscriptionResourceStatuses).optional().describe('Filter by status.'),
        test_clock_id: filterField('testClock'),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(subscriptionSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listSubscriptions(deps, caller, query),
    }),
  });
}

function getRoute(deps: SubscriptionRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/subscriptions/{subscription_id}',
    operationId: 'getSubscription',
    onlyReads: true,
    summary: 'Retrieve a subscription',
    description: 'Returns the subscription.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ subscription_id: 'subscription' }),
    replies: { 200: subscriptionSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      return toReply(await getVisibleSubscription(deps, caller, params.subscription_id));
    },
  });
}

/** Routes of commands that never start a charge. */
export function commandRoutes(deps: SubscriptionRouteDeps): readonly Route[] {
  return [
    commandRoute(deps, {
      verb: 'pause',
      summary: 'Pause a subscription',
      description:
        'For trialing and active subscriptions; a paused subscription stays unchanged. The rest of the trial or the paid period is kept. Nothing is charged until it is resumed, and open invoices have no due date meanwhile. A scheduled cancellation takes effect after the pause, when the remaining time has run out.',
      body: z
        .object({
          resumes_at: instantField('from')
            .nullish()
            .describe(
              'When it resumes automatically (RFC 3339, or a date). Without it, resume it with a request.',
            ),
        })
        .meta({ id: 'SubscriptionPauseRequest', description: 'Duration of a pause.' }),
      isAddition: false,
      toCommand: ({ resumes_at }) => ({ type: 'pause', resumesAt: resumes_at ?? null }),
    }),
    commandRoute(deps, {
      verb: 'resume',
      summary: 'Resume a subscription',
      description:
        'Restores the status from before the pause; the period ends later by the length of the pause. `409` if it is not paused.',
      body: z.object({}),
      isAddition: true,
      toCommand: () => ({ type: 'resume' }),
    }),
    commandRoute(deps, {
      verb: 'cancel',
      summary: 'Cancel a subscription',
      description:
        'Cancels at once, or with `at_period_end` at the end of the period. Nothing is refunded; `credit_unused` turns the unused time into credit. With `at_period_end`, a paused subscription ends after the pause when its remaining time has run out, and a past due one ends with the owed period, or at once if that is over. `409` if it has ended.',
      body: z
        .object({
          at_period_end: z
            .boolean({ error: 'must be true or false' })
            .nullish()
            .describe('Whether it ends with its period. Default: at once.'),
          credit_unused: z.boolean({ error: 'must be true or false' }).nullish().meta({
            description: 'Whether the unused paid time becomes credit.',
          }),
        })
        .refine((body) => !(body.at_period_end && body.credit_unused), {
          path: ['credit_unused'],
          error: 'is only for an immediate cancellation; at the end of the period no time is left',
        })
        .meta({ id: 'SubscriptionCancellation', description: 'When the subscription ends.' }),
      isAddition: false,
      toCommand: ({ at_period_end }) => ({ type: 'cancel', atPeriodEnd: at_period_end ?? false }),
      afterwards: ({ credit_unused }) => (credit_unused ? creditUnused : undefined),
    }),
    commandRoute(deps, {
      verb: 'uncancel',
      summary: 'Undo a scheduled cancellation',
      description:
        'For subscriptions that are scheduled to end with their period, including paused and past due ones. `409` if it has ended.',
      body: z.object({}),
      isAddition: true,
      toCommand: () => ({ type: 'uncancel' }),
    }),
  ];
}

interface CommandRoute<Body extends z.ZodType> {
  readonly verb: FreeCommand['type'];
  readonly summary: string;
  readonly description: string;
  readonly body: Body;
  /** Not part of the specification: a token without permission gets `forbidden`. */
  readonly isAddition: boolean;
  readonly toCommand: (body: z.output<Body>) => FreeCommand;
  /** Runs after the command in the same transaction. */
  readonly afterwards?: (body: z.output<Body>) => typeof creditUnused | undefined;
}

function commandRoute<Body extends z.ZodType>(
  deps: SubscriptionRouteDeps,
  { verb, summary, description, body, isAddition, toCommand, afterwards }: CommandRoute<Body>,
): Route {
  const path = `/v1/subscriptions/{subscription_id}/${verb}`;
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'unauthorized',
    ...(isAddition ? (['forbidden'] as const) : []),
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path,
    operationId: `${verb}Subscription`,
    summary,
    description,
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: { at_period_end: 'boolean', credit_unused: 'boolean' },
    params: idParams({ subscription_id: 'subscription' }),
    body,
    isBodyOptional: true,
    replies: { 200: subscriptionSchema },
    errors,
    async handle(request) {
      const { caller, params } = request;
      const { subscription } = await getVisibleSubscription(deps, caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const key = idempotencyKeyOf(`POST ${path}`, request, [subscription.id, request.body]);
      const command = toCommand(request.body);
      const cause = causeOf(request);
      const work = afterwards?.(request.body);
      return changeSubscription(deps, {
        ...{ subscription, command, key, cause },
        async toReply(tx, after, before) {
          const { endedAt } = after.subscription;
          if (endedAt !== null) await work?.(tx, before.subscription, endedAt, cause);
          return toReply(after);
        },
      });
    },
  });
}
