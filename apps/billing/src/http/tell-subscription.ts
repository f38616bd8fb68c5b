import { type Caller, type ErrorCode, subscriptionSchema, type Uuid } from '@florin/contracts';
import {
  defineRoute,
  idempotencyKeyOf,
  idParams,
  instantField,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Stored } from '../domain/public-events.ts';
import type { FreeCommand, makeTellSubscription } from '../operations/tell-subscription.ts';
import { assertMayWrite } from './permissions.ts';
import { causeOf } from './subscription-fields.ts';

export interface TellSubscription {
  readonly find: (caller: Caller, id: Uuid) => Promise<Stored>;
  readonly tell: ReturnType<typeof makeTellSubscription>;
}

/** What can be told a subscription without anything being charged. */
export function tellSubscriptionRoutes(parts: TellSubscription): readonly Route[] {
  return [
    tellRoute(parts, {
      verb: 'pause',
      summary: 'Pause billing: what is left of the trial or paid period is kept',
      body: z.object({ resumes_at: instantField('from').nullish() }),
      isAddition: false,
      toCommand: ({ resumes_at }) => ({ type: 'pause', resumesAt: resumes_at ?? null }),
    }),
    tellRoute(parts, {
      verb: 'resume',
      summary: 'Resume a paused subscription with what was left when it was paused',
      body: z.object({}),
      isAddition: true,
      toCommand: () => ({ type: 'resume' }),
    }),
    tellRoute(parts, {
      verb: 'cancel',
      summary: 'Cancel now, or at the end of the period',
      body: z.object({ at_period_end: z.boolean({ error: 'must be true or false' }).nullish() }),
      isAddition: false,
      toCommand: ({ at_period_end }) => ({ type: 'cancel', atPeriodEnd: at_period_end ?? false }),
    }),
    tellRoute(parts, {
      verb: 'uncancel',
      summary: 'Take back a cancellation at the end of the period',
      body: z.object({}),
      isAddition: true,
      toCommand: () => ({ type: 'uncancel' }),
    }),
  ];
}

interface Telling<Body extends z.ZodType> {
  readonly verb: FreeCommand['type'];
  readonly summary: string;
  readonly body: Body;
  /** Not part of the specification: a token that may not do it gets `forbidden`. */
  readonly isAddition: boolean;
  readonly toCommand: (body: z.output<Body>) => FreeCommand;
}

function tellRoute<Body extends z.ZodType>(
  { find, tell }: TellSubscription,
  { verb, summary, body, isAddition, toCommand }: Telling<Body>,
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
    summary,
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: { at_period_end: 'boolean' },
    params: idParams({ subscription_id: 'subscription' }),
    body,
    isBodyOptional: true,
    replies: { 200: subscriptionSchema },
    errors,
    async handle(request) {
      const { caller, params } = request;
      const stored = await find(caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const key = idempotencyKeyOf(`POST ${path}`, request, [stored.subscription.id, request.body]);
      return tell(stored, toCommand(request.body), key, { cause: causeOf(request) });
    },
  });
}
