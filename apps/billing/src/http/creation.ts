import { type Caller, newId, parsePublicId, type Uuid } from '@florin/contracts';
import { integerField, metadataField, notFound, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import type { Create } from '../domain/command.ts';
import { priceOf } from '../domain/plan-terms.ts';
import type { Deal, makeFindDeal } from '../operations/parties.ts';
import type { TestClocks } from '../operations/test-clocks.ts';
import { actingFor, actingForField } from './permissions.ts';
import { planField, quantityField, tooDear } from './subscription-fields.ts';

const CUSTOMER_LENGTH_MAX = 255;
const TRIAL_DAYS_MAX = 730;

const trialField = integerField(0, TRIAL_DAYS_MAX);

/** What a new subscription is asked for by. */
export const creationFields = {
  customer_id: text(CUSTOMER_LENGTH_MAX),
  plan: planField,
  quantity: quantityField.default(1),
  trial_period_days: trialField.nullish(),
  metadata: metadataField.nullish(),
  test_clock_id: z.string().nullish(),
  account_id: actingForField,
};

/** Former names of these fields. */
export const creationFormerNames = { test_clock: 'test_clock_id' } as const;

export const creationForm = { trial_period_days: 'integer', quantity: 'integer' } as const;

export interface CreationParts {
  readonly findDeal: ReturnType<typeof makeFindDeal>;
  readonly clocks: TestClocks;
}

interface Wish {
  readonly customer_id: string;
  readonly plan: string;
  readonly quantity: number;
  readonly trial_period_days?: number | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly test_clock_id?: string | null | undefined;
  readonly account_id?: Uuid | null | undefined;
}

/**
 * What a client's wish for a subscription means: the command, and the seller's own id of a
 * customer who is still to be looked up or made.
 */
export async function readCreation(
  { findDeal, clocks }: CreationParts,
  caller: Caller,
  wish: Wish,
  requestId: string,
): Promise<{ readonly command: Create; readonly externalId: string | null }> {
  const deal = await findDeal(
    caller,
    {
      customerReference: wish.customer_id,
      plan: wish.plan,
      accountId: actingFor(caller, wish.account_id),
    },
    requestId,
  );
  if (priceOf({ ...deal, quantity: wish.quantity }) > AMOUNT_MINOR_MAX) throw tooDear();
  const testClockId = await findClock(clocks, caller, wish.test_clock_id, deal);
  const { externalId, ...parties } = deal;
  const command = {
    type: 'create',
    id: newId(),
    ...parties,
    customerReference: wish.customer_id,
    quantity: wish.quantity,
    metadata: wish.metadata ?? {},
    testClockId,
    trialDays: wish.trial_period_days ?? 0,
    invoiceId: newId(),
  } as const;
  return { command, externalId };
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
