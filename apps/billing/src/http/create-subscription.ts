import {
  type Caller,
  type ErrorCode,
  newId,
  parsePublicId,
  type Reply,
  subscriptionSchema,
  type Uuid,
} from '@florin/contracts';
import type { OnceKey } from '@florin/database';
import { defineRoute, metadataField, notFound, onceKeyOf, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { priceOf } from '../domain/plan-terms.ts';
import { type Creation, newCreation } from '../operations/create-subscription.ts';
import type { Deal, makeFindDeal } from '../operations/parties.ts';
import type { TestClocks } from '../operations/test-clocks.ts';
import { actingFor, actingForField, assertMayWrite } from './permissions.ts';
import { causeOf, planField, quantityField, tooDear } from './subscription-fields.ts';

const CUSTOMER_LENGTH_MAX = 255;
const TRIAL_DAYS_MAX = 730;

const trialField = z
  .int({ error: 'must be an integer' })
  .min(0, 'must be at least 0')
  .max(TRIAL_DAYS_MAX, `must be at most ${TRIAL_DAYS_MAX}`);

export interface CreateSubscription {
  readonly findDeal: ReturnType<typeof makeFindDeal>;
  readonly clocks: TestClocks;
  readonly begin: (creation: Creation, once: OnceKey | undefined) => Promise<Reply>;
}

export function createSubscriptionRoute({ findDeal, clocks, begin }: CreateSubscription) {
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
    summary: 'Subscribe a customer to a plan',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: { trial_period_days: 'integer', quantity: 'integer' },
    body: z.object({
      customer_id: text(CUSTOMER_LENGTH_MAX),
      plan: planField,
      quantity: quantityField.default(1),
      trial_period_days: trialField.nullish(),
      metadata: metadataField.nullish(),
      test_clock: z.string().nullish(),
      account_id: actingForField,
    }),
    replies: { 200: subscriptionSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const wish = {
        customerReference: body.customer_id,
        plan: body.plan,
        accountId: actingFor(caller, body.account_id),
      };
      const deal = await findDeal(caller, wish, requestId);
      if (priceOf({ ...deal, quantity: body.quantity }) > AMOUNT_MINOR_MAX) throw tooDear();
      const testClockId = await findClock(clocks, caller, body.test_clock, deal);
      const { externalId, ...parties } = deal;
      const command = {
        type: 'create',
        id: newId(),
        ...parties,
        customerReference: body.customer_id,
        quantity: body.quantity,
        metadata: body.metadata ?? {},
        testClockId,
        trialDays: body.trial_period_days ?? 0,
        invoiceId: newId(),
      } as const;
      const creation = newCreation(command, { externalId, cause: causeOf(request) });
      return begin(creation, onceKeyOf('POST /v1/subscriptions', request, body));
    },
  });
}

/**
 * The clock that the subscription will live by: one of the account that asks, be it as the seller
 * or as the account that pays.
 * @throws AppError not_found for any other.
 */
async function findClock(
  clocks: TestClocks,
  caller: Caller,
  asked: string | null | undefined,
  { sellerId, payerAccountId }: Deal,
): Promise<Uuid | null> {
  if (asked === undefined || asked === null) return null;
  const { id, accountId } = await clocks.get(caller, parsePublicId('testClock', asked));
  if (accountId !== (payerAccountId ?? sellerId)) throw notFound('test clock');
  return id;
}
