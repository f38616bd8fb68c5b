import {
  billingSettingsSchema,
  CANCEL_ADDRESS_LENGTH_MAX,
  type Caller,
  DUNNING_DAYS_MAX,
  DUNNING_STEPS_MAX,
  dunningFinalActions,
  dunningFinalActionText,
  type ErrorCode,
  parseCancelAddress,
  portalCancelChoices,
  unknownCustomersChoices,
} from '@florin/contracts';
import { defineRoute, denied, idempotencyKeyOf, type Route } from '@florin/http-api';
import { z } from 'zod';
import { mayDecide } from '../accounts/access.ts';
import type { AccountsDeps } from '../accounts/find.ts';
import {
  actingForField,
  getActingAccount,
  getReadableAccount,
  readableField,
} from '../accounts/permissions.ts';
import { planField } from '../fields/plan.ts';
import { accountingField } from './accounting-fields.ts';
import { changeSettings, readSettings, type SettingsDeps } from './operations.ts';

const PATH = '/v1/billing_settings';

type SettingsRouteDeps = SettingsDeps & AccountsDeps;

const noAddress = `must be an email address or an https URL, with at most ${CANCEL_ADDRESS_LENGTH_MAX} characters`;

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
    error:
      'must be days after the first failure, for example [1, 3, 5, 7], or null for these defaults',
  })
  .min(1, 'must have at least one day; after the last one an unpaid subscription ends')
  .max(DUNNING_STEPS_MAX, `must have at most ${DUNNING_STEPS_MAX} days`)
  .refine((days) => days.every((day, index) => day > (days[index - 1] ?? 0)), {
    error: 'must increase; each day must be later than the previous one',
  });

const PORTAL_PLANS_MAX = 20;
const portalField = z
  .object({
    details: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether customers may change their name, company, address and tax id.'),
    cancel: z
      .enum(portalCancelChoices, { error: 'must be off, at_period_end or now' })
      .optional()
      .describe(
        'How customers may cancel a subscription: not in the portal (`off`), at the end of the paid period, or at once (`now`).',
      ),
    plans: z
      .array(planField)
      .max(PORTAL_PLANS_MAX, `must have at most ${PORTAL_PLANS_MAX} entries`)
      .optional()
      .describe('Ids of the plans that customers may switch to: at most 20.'),
  })
  .meta({
    id: 'PortalSettingsUpdate',
    description: 'Self-service settings of the customer portal; omitted fields stay.',
  });

export function billingSettingsRoutes(deps: SettingsRouteDeps): readonly Route[] {
  return [getRoute(deps), changeRoute(deps)];
}

function getRoute(deps: SettingsRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'getBillingSettings',
    summary: 'Retrieve the billing settings',
    description: 'Returns the settings of the account, with defaults for those that are not set.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({ account_id: readableField }),
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
    summary: 'Update the billing settings',
    description:
      'Covers unknown customers, retries of failed charges, the cancellation address, the customer portal and bookkeeping exports. For owners, account admins, API keys and administrators. Omitted fields stay. Once the response is sent, no subscription is created with the old settings.',
    token: 'session_or_key',
    keyScope: 'settings:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        unknown_customers: z
          .enum(unknownCustomersChoices)
          .optional()
          .describe(
            'How a subscription for an unknown `customer_id` is handled: `create` creates the customer (the default of test accounts), `refuse` responds 404 (the default of live accounts).',
          ),
        cancel_address: cancelAddressField.nullish().meta({
          description:
            'Where customers cancel: an email address or an https URL, shown on pages that save a card.',
          examples: ['https://shop.example/cancel'],
        }),
        dunning_days: dunningDaysField.nullish().meta({
          description: `Days after the first failure on which a charge is retried, or a reminder of a sent invoice is mailed: 1 to ${DUNNING_STEPS_MAX} increasing days, each at most ${DUNNING_DAYS_MAX}; null for 1, 3, 5 and 7. Subscriptions that are already past due keep their schedule.`,
          examples: [[1, 3, 5, 7]],
        }),
        dunning_final_action: z
          .enum(dunningFinalActions)
          .optional()
          .meta({
            description: `${dunningFinalActionText} It applies to attempts that fail from then on.`,
            examples: ['cancel'],
          }),
        portal: portalField
          .default({})
          .describe('Self-service settings of the customer portal; omitted fields stay.'),
        accounting: accountingField
          .default({})
          .describe('Account numbers and DATEV settings; omitted fields stay.'),
        account_id: actingForField,
      })
      .meta({ id: 'BillingSettingsUpdate', description: 'Changes to the billing settings.' }),
    isBodyOptional: true,
    replies: { 200: billingSettingsSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayDecide({ errors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const key = idempotencyKeyOf(`PATCH ${PATH}`, request, body);
      const { unknown_customers: unknownCustomers, cancel_address: cancelAddress, portal } = body;
      const { dunning_days: dunningDays, dunning_final_action, accounting } = body;
      const dunning = { dunningDays, dunningFinalAction: dunning_final_action };
      const change = { unknownCustomers, cancelAddress, ...dunning, portal, accounting };
      return changeSettings(deps, accountId, change, key);
    },
  });
}

function assertMayDecide(route: Parameters<typeof denied>[0], caller: Caller): void {
  if (!mayDecide(caller)) throw denied(route, 'only an owner or an admin can change them');
}
