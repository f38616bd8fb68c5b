import { type ErrorCode, taxRateSchema } from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  denied,
  idempotencyKeyOf,
  idParams,
  listReply,
  oneCursor,
  type Route,
  text,
} from '@florin/http-api';
import { STANDARD } from '@florin/tax';
import { z } from 'zod';
import { mayDecide } from '../accounts/access.ts';
import type { AccountsDeps } from '../accounts/peers.ts';
import { actingForField, getActingAccount } from '../accounts/permissions.ts';
import { countryField, regionField } from '../parties/fields.ts';
import { dayField, percentageField, taxClassField } from './fields.ts';
import {
  changeRate,
  createRate,
  getVisibleRate,
  listRates,
  type TaxDeps,
  toTaxRate,
} from './operations.ts';

type TaxRouteDeps = TaxDeps & AccountsDeps;

export function taxRateRoutes(deps: TaxRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), changeRoute(deps)];
}

function listRoute(deps: TaxRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/tax_rates',
    operationId: 'listTaxRates',
    summary: "List accounts' own tax rates, newest first",
    description: 'Lists rates that accounts charge beside those that Florin knows.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({ ...cursorFields('taxRate'), ...accountFields }).refine(...oneCursor),
    replies: { 200: listReply(taxRateSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listRates(deps, caller, query),
    }),
  });
}

const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

const nameField = text(40).meta({
  description: 'Name of the tax, as invoices show it.',
  examples: ['Sales tax'],
});

function createRoute(deps: TaxRouteDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/tax_rates',
    operationId: 'createTaxRate',
    summary: 'Charge a tax somewhere, in place of what Florin knows of there',
    description:
      'For owners, account admins, API keys and administrators. From its first day on, the rate takes the place of what Florin charges for that class of products in that country or region. Rates of one place, class and day add up, as those of Canada and its provinces do. A country with one VAT, such as those of the EU, has one rate for a place, class and day, and a second one is answered with `409`: end a rate before you create the one that replaces it. Its percentage never changes.',
    token: 'session_or_key',
    keyScope: 'settings:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        name: nameField,
        percentage: percentageField,
        country: countryField,
        region: regionField
          .nullish()
          .describe(
            'Region where it is charged (ISO 3166-2, what follows the hyphen); without one, the whole country.',
          ),
        tax_class: taxClassField.default(STANDARD),
        valid_from: dayField.nullish().meta({
          description: 'First day on which it counts; without one it always has.',
          examples: ['2026-01-01'],
        }),
        valid_until: dayField.nullish().meta({
          description: 'Last day on which it counts; without one it has no end.',
          examples: ['2026-12-31'],
        }),
        account_id: actingForField,
      })
      .refine(
        (body) => !body.valid_from || !body.valid_until || body.valid_from <= body.valid_until,
        {
          path: ['valid_until'],
          error: 'must not be before valid_from',
        },
      )
      .meta({ id: 'NewTaxRate', description: 'A rate to be charged.' }),
    replies: { 201: taxRateSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      if (!mayDecide(caller)) throw denied({ errors }, 'only an owner or an admin may add rates');
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const rate = {
        name: body.name,
        percentage: body.percentage,
        country: body.country,
        region: body.region ?? null,
        class: body.tax_class,
        from: body.valid_from ?? null,
        until: body.valid_until ?? null,
      };
      return createRate(
        deps,
        accountId,
        rate,
        idempotencyKeyOf('POST /v1/tax_rates', request, body),
      );
    },
  });
}

function getRoute(deps: TaxRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/tax_rates/{tax_rate_id}',
    operationId: 'getTaxRate',
    summary: 'Retrieve a tax rate',
    description: 'Answers a rate of an account that you see.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ tax_rate_id: 'taxRate' }),
    replies: { 200: taxRateSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, caller }) => ({
      status: 200,
      body: toTaxRate(await getVisibleRate(deps, caller, params.tax_rate_id)),
    }),
  });
}

function changeRoute(deps: TaxRouteDeps) {
  return defineRoute({
    method: 'PATCH',
    path: '/v1/tax_rates/{tax_rate_id}',
    operationId: 'updateTaxRate',
    summary: 'Rename a tax rate, or set its last day',
    description:
      'For owners, account admins, API keys and administrators. Fields that are left out stay. Issued invoices keep the name that they were issued with. Percentage, place and first day never change, since invoices that were taxed by the rate have to stay explicable: end the rate and create another one. `409` where a later last day meets another rate of a country with one VAT.',
    token: 'session_or_key',
    keyScope: 'settings:write',
    takesIdempotencyKey: true,
    params: idParams({ tax_rate_id: 'taxRate' }),
    body: z
      .object({
        name: nameField.optional(),
        valid_until: dayField
          .nullable()
          .optional()
          .meta({
            description: 'Last day on which it counts; null for no end.',
            examples: ['2026-12-31'],
          }),
      })
      .meta({ id: 'TaxRateUpdate', description: 'What is to change of a rate.' }),
    replies: { 200: taxRateSchema },
    errors,
    async handle(request) {
      const { body, caller, params } = request;
      if (!mayDecide(caller))
        throw denied({ errors }, 'only an owner or an admin may change rates');
      const rate = await getVisibleRate(deps, caller, params.tax_rate_id);
      const key = idempotencyKeyOf('PATCH /v1/tax_rates/{tax_rate_id}', request, [rate.id, body]);
      const change = { name: body.name, until: body.valid_until };
      return changeRate(deps, rate, change, key);
    },
  });
}
