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
import { mayDecide } from '../../accounts/access.ts';
import type { AccountsDeps } from '../../accounts/find.ts';
import { actingForField, getActingAccount } from '../../accounts/permissions.ts';
import { countryField, regionField } from '../../fields/party.ts';
import { dayField, percentageField, taxClassField } from '../../fields/tax.ts';
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
    summary: 'List tax rates',
    description:
      "The accounts' own tax rates, newest first. Florin's built-in rates are not included.",
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
  description: 'Name of the tax on invoices.',
  examples: ['Sales tax'],
});

function createRoute(deps: TaxRouteDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/tax_rates',
    operationId: 'createTaxRate',
    summary: 'Create a tax rate',
    description:
      "For owners, account admins, API keys and administrators. From its first day on, the rate replaces Florin's rate for that tax class in the country or region. Rates for the same place, class and day add up, as in Canada and its provinces. A country with one VAT, such as an EU member state, has one rate per place, class and day; a second one gets `409`: end a rate before you create its replacement. The percentage never changes.",
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
            'Region of the rate (the part after the hyphen in ISO 3166-2). Default: the whole country.',
          ),
        tax_class: taxClassField.default(STANDARD),
        valid_from: dayField.nullish().meta({
          description: 'First day on which it applies. Default: no start.',
          examples: ['2026-01-01'],
        }),
        valid_until: dayField.nullish().meta({
          description: 'Last day on which it applies. Default: no end.',
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
      .meta({ id: 'NewTaxRate', description: 'A tax rate to create.' }),
    replies: { 201: taxRateSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      if (!mayDecide(caller)) throw denied({ errors }, 'only an owner or an admin can add rates');
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
    description: 'Returns a tax rate of an account that you can read.',
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
    summary: 'Update a tax rate',
    description:
      'Changes the name or the last day. For owners, account admins, API keys and administrators. Omitted fields stay. Issued invoices keep the old name. Percentage, place and first day cannot change, so that earlier invoices can be explained: end the rate and create another one. `409` if a later last day overlaps another rate of a country with one VAT.',
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
            description: 'Last day on which it applies; null for no end.',
            examples: ['2026-12-31'],
          }),
      })
      .meta({ id: 'TaxRateUpdate', description: 'Changes to a tax rate.' }),
    replies: { 200: taxRateSchema },
    errors,
    async handle(request) {
      const { body, caller, params } = request;
      if (!mayDecide(caller))
        throw denied({ errors }, 'only an owner or an admin can change rates');
      const rate = await getVisibleRate(deps, caller, params.tax_rate_id);
      const key = idempotencyKeyOf('PATCH /v1/tax_rates/{tax_rate_id}', request, [rate.id, body]);
      const change = { name: body.name, until: body.valid_until };
      return changeRate(deps, rate, change, key);
    },
  });
}
