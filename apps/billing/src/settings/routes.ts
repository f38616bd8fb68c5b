import {
  billingSettingsSchema,
  CANCEL_ADDRESS_LENGTH_MAX,
  type Caller,
  DUNNING_DAYS_MAX,
  DUNNING_STEPS_MAX,
  type ErrorCode,
  parseCancelAddress,
  portalCancelChoices,
  unknownCustomersChoices,
} from '@florin/contracts';
import { defineRoute, denied, filterField, idempotencyKeyOf, type Route } from '@florin/http-api';
import { z } from 'zod';
import { mayDecide } from '../accounts/access.ts';
import type { AccountsDeps } from '../accounts/peers.ts';
import { actingForField, getActingAccount, getReadableAccount } from '../accounts/permissions.ts';
import { planField } from '../subscriptions/fields.ts';
import { accountingField } from './accounting-fields.ts';
import { changeSettings, readSettings, type SettingsDeps } from './operations.ts';

const PATH = '/v1/billing_settings';

type SettingsRouteDeps = SettingsDeps & AccountsDeps;

const noAddress = `must be an email address, or a page by https, with at most ${CANCEL_ADDRESS_LENGTH_MAX} characters`;

/** Where customers cancel; shown on pages where cards are saved. */
const cancelAddressField = z
  .string({ error: noAddress })
  .meta({ examples: ['https://shop.example/cancel'], maxLength: CANCEL_ADDRESS_LENGTH_MAX })
  .transform((text, context) => {
    const address = parseCancelAddress(text);
    if (address !== undefined) return address;
    context.issues.push({ code: 'custom', input: text, message: noAddress });
    return z.NEVER;
  });

const noDay = `must be a whole number of days, from 1 to ${DUNNING_DAYS_MAX}`;
const dunningDaysField = z
  .array(z.int(noDay).min(1, noDay).max(DUNNING_DAYS_MAX, noDay), {
    error: `must be days after the first failure, for example [1, 3, 5, 7], or null for these`,
  })
  .min(1, 'must have at least one day: on the last one a subscription that nobody pays ends')
  .max(DUNNING_STEPS_MAX, `must have at most ${DUNNING_STEPS_MAX} days`)
  .refine((days) => days.every((day, index) => day > (days[index - 1] ?? 0)), {
    error: 'must go up: each day later than the one before',
  });

const PORTAL_PLANS_MAX = 20;
const portalField = z
  .object({
    details: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether they may change their name, company, address and tax id.'),
    cancel: z
      .enum(portalCancelChoices, { error: 'must be off, at_period_end or now' })
      .optional()
      .describe(
        'How they may cancel a subscription: not there (`off`), with the end of what is paid, or at once (`now`).',
      ),
    plans: z
      .array(planField)
      .max(PORTAL_PLANS_MAX, `must have at most ${PORTAL_PLANS_MAX} entries`)
      .optional()
      .describe('Ids of the plans among which they may change a subscription: at most 20.'),
  })
  .meta({
    id: 'PortalSettingsUpdate',
    description: 'What customers may do at their portal; what is left out stays.',
  });

export function billingSettingsRoutes(deps: SettingsRouteDeps): readonly Route[] {
  return [getRoute(deps), changeRoute(deps)];
}

function getRoute(deps: SettingsRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'getBillingSettings',
    summary: 'Retrieve what an account has chosen about its subscriptions',
    description: 'Answers the choices of the account, and what counts where it has made none.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({ account_id: filterField('account') }),
    replies: { 200: billingSettingsSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ query, caller, requestId }) {
      const { id } = await getReadableAccount(deps, caller, query.account_id, requestId);
      return { status: 200, body: await readSettings(deps, id) };
    },
  });
}

function changeRoute(deps: SettingsRouteDeps) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'unauthorized',
    'forbidden',
    'not_found',
  ];
  return defineRoute({
    method: 'PATCH',
    path: PATH,
    operationId: 'updateBillingSettings',
    summary:
      'Choose what becomes of unknown customers and of charges that fail, where customers cancel, what they may do at their portal, and how exports fit the books',
    description:
      'For owners, account admins, API keys and administrators. What is left out stays as it is. Once it is answered, no subscription is created by the former settings.',
    token: 'session_or_key',
    keyScope: 'settings:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        unknown_customers: z
          .enum(unknownCustomersChoices)
          .optional()
          .describe(
            'How a subscription for an unknown `customer_id` is handled: the customer is created (`create`, the default of test accounts), or the response is 404 (`refuse`, the default of live accounts).',
          ),
        cancel_address: cancelAddressField.nullish().meta({
          description:
            'Where customers cancel: an email address, or a page by https. Pages on which a card is saved say so.',
          examples: ['https://shop.example/cancel'],
        }),
        dunning_days: dunningDaysField.nullish().meta({
          description: `How many days after the first failure a charge is tried again, or the customer of a sent invoice reminded: 1 to ${DUNNING_STEPS_MAX} days that go up, each at most ${DUNNING_DAYS_MAX}; null for 1, 3, 5 and 7. What is past due already goes on by the days that it began with.`,
          examples: [[1, 3, 5, 7]],
        }),
        portal: portalField
          .default({})
          .describe('What customers may do at their portal; what is left out stays.'),
        accounting: accountingField
          .default({})
          .describe('Account numbers and DATEV settings; what is left out stays.'),
        account_id: actingForField,
      })
      .meta({ id: 'BillingSettingsUpdate', description: 'What is to change of the settings.' }),
    isBodyOptional: true,
    replies: { 200: billingSettingsSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayDecide({ errors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const key = idempotencyKeyOf(`PATCH ${PATH}`, request, body);
      const { unknown_customers: unknownCustomers, cancel_address: cancelAddress, portal } = body;
      const { dunning_days: dunningDays, accounting } = body;
      const change = { unknownCustomers, cancelAddress, dunningDays, portal, accounting };
      return changeSettings(deps, accountId, change, key);
    },
  });
}

function assertMayDecide(route: Parameters<typeof denied>[0], caller: Caller): void {
  if (!mayDecide(caller)) throw denied(route, 'only an owner or an admin may change them');
}
