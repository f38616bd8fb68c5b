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
import { assertMayWrite } from '../accounts/permissions.ts';
import { creditUnused } from '../credit-notes/unused.ts';
import { changeSubscription, type FreeCommand } from './change.ts';
import { type Creation, newCreation, toReply } from './create.ts';
import { causeOf, creationFields, creationForm, readCreation } from './fields.ts';
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
    summary: 'Subscribe a customer to a plan',
    description:
      'A `customer_id` of an account (`acc_…`) subscribes the account itself, which pays from its balance and buys from the platform; any other names a customer of yours, who is made at first use unless your settings refuse that. Unless it has a trial, the first period is charged at once: to the saved card of the customer, otherwise as an invoice with a page to pay at. Where the balance of an account is too low, the subscription begins as `past_due`. While a charge is on its way, a repetition is answered with 409 and `Retry-After`.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: creationForm,
    body: z
      .object(creationFields)
      .meta({ id: 'NewSubscription', description: 'Who subscribes to what.' }),
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
    summary: 'List subscriptions, newest first',
    description:
      'Whoever sees several accounts sees the subscriptions of all of them, unless `account_id` names one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('subscription'),
        customer_id: z
          .string()
          .optional()
          .describe(
            'Only those of this customer or account, by its id or by your own name for it.',
          ),
        customer_email: emailField.optional().describe('Only those of customers with this email.'),
        plan: z
          .string()
          .optional()
          .meta({ description: 'Only those of this plan, by its id.', examples: ['pro_monthly'] }),
        status: z
          .enum(subscriptionResourceStatuses)
          .optional()
          .describe('Only those that stand so.'),
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
    description: 'Answers the subscription as it is now.',
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
      summary: 'Pause billing: what is left of the trial or paid period is kept',
      description:
        'Takes trials and active subscriptions; one that is paused stays as it is. Nothing is charged until it is resumed, and open invoices have no due date meanwhile. A scheduled cancellation stays: it takes effect when the time that was left has run out after the pause.',
      body: z
        .object({
          resumes_at: instantField('from')
            .nullish()
            .describe(
              'When it goes on by itself (RFC 3339, or a day); without it, somebody resumes it.',
            ),
        })
        .meta({ id: 'SubscriptionPauseRequest', description: 'How long a pause is to last.' }),
      isAddition: false,
      toCommand: ({ resumes_at }) => ({ type: 'pause', resumesAt: resumes_at ?? null }),
    }),
    commandRoute(deps, {
      verb: 'resume',
      summary: 'Resume a paused subscription with what was left when it was paused',
      description:
        'It is what it was before the pause, and its period ends later by the length of that. What is not paused is refused with 409.',
      body: z.object({}),
      isAddition: true,
      toCommand: () => ({ type: 'resume' }),
    }),
    commandRoute(deps, {
      verb: 'cancel',
      summary: 'Cancel now, or at the end of the period',
      description:
        'Nothing is given back, unless `credit_unused` asks for it. With `at_period_end` a paused subscription ends when its banked time has run out after the pause, and a past due one with the period that is owed; where that is over, it ends at once. What has ended is refused with 409.',
      body: z
        .object({
          at_period_end: z
            .boolean({ error: 'must be true or false' })
            .nullish()
            .describe('Whether it ends with its period; otherwise at once.'),
          credit_unused: z.boolean({ error: 'must be true or false' }).nullish().meta({
            description: 'Whether what was paid for the time that is left becomes credit.',
          }),
        })
        .refine((body) => !(body.at_period_end && body.credit_unused), {
          path: ['credit_unused'],
          error: 'is for a cancellation now: at the end of the period nothing is left',
        })
        .meta({ id: 'SubscriptionCancellation', description: 'When it is to end.' }),
      isAddition: false,
      toCommand: ({ at_period_end }) => ({ type: 'cancel', atPeriodEnd: at_period_end ?? false }),
      afterwards: ({ credit_unused }) => (credit_unused ? creditUnused : undefined),
    }),
    commandRoute(deps, {
      verb: 'uncancel',
      summary: 'Take back a cancellation at the end of the period',
      description:
        'Takes what is to end with its period, also while it is paused or past due; what has ended is refused with 409.',
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
