import {
  AppError,
  type Caller,
  idPatternOf,
  newId,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import { integerField, metadataField, notFound, text } from '@florin/http-api';
import { z } from 'zod';
import { actingFor, actingForField } from '../../accounts/permissions.ts';
import { noTerms, refusalOfTerms, withChange } from '../../domain/billing-terms.ts';
import type { Create } from '../../domain/subscription/commands.ts';
import { planField, quantityField } from '../../fields/plan.ts';
import { readTerms, type TermsBody, termsFields } from '../../fields/terms.ts';
import { getVisibleTestClock } from '../test-clocks/operations.ts';
import { type AskedItems, itemsField, type Refinement } from './items.ts';
import { findSubscriptionTerms, type SubscriptionTerms, type TermsDeps } from './parties.ts';

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
  plan: planField.optional(),
  quantity: quantityField.optional(),
  items: itemsField,
  trial_period_days: trialField
    .nullish()
    .meta({ description: 'Days of free trial: 0 to 730.', examples: [14] }),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
  ...termsFields,
  test_clock_id: z
    .string()
    .nullish()
    .meta({
      description: 'Test clock of the subscription (`clk_…`). Test accounts only.',
      pattern: idPatternOf('testClock'),
    }),
  account_id: actingForField,
};

export const creationForm = {
  trial_period_days: 'integer',
  quantity: 'integer',
  days_until_due: 'integer',
} as const;

/** Refinement of a request for a new subscription. */
export const namesItems: Refinement<AskedItems> = [
  ({ plan, items }) => plan !== undefined || items !== undefined,
  { path: ['plan'], error: 'is required, unless items are given' },
];

interface CreationRequest extends AskedItems, Partial<TermsBody> {
  readonly customer_id: string;
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
    items: body,
    accountId: actingFor(caller, body.account_id),
  };
  const terms = await findSubscriptionTerms(deps, caller, request, requestId);
  const testClockId = await findClock(deps, caller, body.test_clock_id, terms);
  const { externalId, ...parties } = terms;
  const given = withChange(noTerms, readTerms(body));
  const refusal = refusalOfTerms(given, terms);
  if (refusal !== undefined) throw new AppError('invalid_request', refusal);
  const command = {
    type: 'create',
    id: newId(),
    ...parties,
    customerReference: body.customer_id,
    metadata: body.metadata ?? {},
    testClockId,
    trialDays: body.trial_period_days ?? 0,
    ...(Object.values(given).some((value) => value !== null) && { terms: given }),
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
