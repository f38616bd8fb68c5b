import {
  AppError,
  type Caller,
  idPatternOf,
  newId,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import { integerField, metadataField, notFound, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { actingFor, actingForField } from '../../accounts/permissions.ts';
import { priceOf } from '../../domain/price.ts';
import type { Create } from '../../domain/subscription/commands.ts';
import { planField, quantityField } from '../../fields/plan.ts';
import { getVisibleTestClock } from '../test-clocks/operations.ts';
import { findSubscriptionTerms, type SubscriptionTerms, type TermsDeps } from './parties.ts';

export function priceTooHigh(): AppError {
  return new AppError(
    'invalid_request',
    `quantity: times the plan price exceeds ${AMOUNT_MINOR_MAX}, the largest amount`,
  );
}

const CUSTOMER_LENGTH_MAX = 255;
const TRIAL_DAYS_MAX = 730;

const trialField = integerField(0, TRIAL_DAYS_MAX);

/** Request fields of a new subscription. */
export const creationFields = {
  customer_id: text(CUSTOMER_LENGTH_MAX).meta({
    description:
      'Payer: a customer (`cus_…`), your own id of one, or an account (`acc_…`), which pays from its balance and buys from the platform.',
    examples: ['user-4711'],
  }),
  plan: planField,
  quantity: quantityField.default(1),
  trial_period_days: trialField
    .nullish()
    .meta({ description: 'Days of free trial: 0 to 730.', examples: [14] }),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
  test_clock_id: z
    .string()
    .nullish()
    .meta({
      description: 'Test clock of the subscription (`clk_…`). Test accounts only.',
      pattern: idPatternOf('testClock'),
    }),
  account_id: actingForField,
};

export const creationForm = { trial_period_days: 'integer', quantity: 'integer' } as const;

interface CreationRequest {
  readonly customer_id: string;
  readonly plan: string;
  readonly quantity: number;
  readonly trial_period_days?: number | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly test_clock_id?: string | null | undefined;
  readonly account_id?: Uuid | null | undefined;
}

/** The command of a creation request, with the external id of a customer to find or create. */
export async function readCreation(
  deps: TermsDeps,
  caller: Caller,
  body: CreationRequest,
  requestId: string,
): Promise<{ readonly command: Create; readonly externalId: string | null }> {
  const request = {
    customerReference: body.customer_id,
    plan: body.plan,
    accountId: actingFor(caller, body.account_id),
  };
  const terms = await findSubscriptionTerms(deps, caller, request, requestId);
  if (priceOf({ ...terms, quantity: body.quantity }) > AMOUNT_MINOR_MAX) throw priceTooHigh();
  const testClockId = await findClock(deps, caller, body.test_clock_id, terms);
  const { externalId, ...parties } = terms;
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
  return { command, externalId };
}

/**
 * The test clock of the subscription, which must belong to the calling account, as the seller or as
 * the payer.
 * @throws AppError not_found for any other.
 */
async function findClock(
  deps: TermsDeps,
  caller: Caller,
  asked: string | null | undefined,
  { sellerId, payerAccountId }: SubscriptionTerms,
): Promise<Uuid | null> {
  if (asked === undefined || asked === null) return null;
  const clock = await getVisibleTestClock(deps, caller, parsePublicId('testClock', asked));
  if (clock.accountId !== (payerAccountId ?? sellerId)) throw notFound('test clock');
  return clock.id;
}
