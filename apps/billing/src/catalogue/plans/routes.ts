import { AppError, type ErrorCode, planSchema, taxBehaviors } from '@florin/contracts';
import {
  boundsOf,
  createdFields,
  currencyField,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  limitField,
  listReply,
  nameField,
  oneCursor,
  orderField,
  priceField,
  type Route,
} from '@florin/http-api';
import { STANDARD } from '@florin/tax';
import { z } from 'zod';
import { type Account, type AccountsDeps, getPlatformAccount } from '../../accounts/find.ts';
import {
  actingAccount,
  actingForField,
  assertMayWrite,
  getOpenAccount,
  getReadableAccount,
} from '../../accounts/permissions.ts';
import { supplyField, taxClassField } from '../../fields/tax.ts';
import { archivedField } from '../../lists.ts';
import { boundedInterval, intervalFields, slugField } from '../fields.ts';
import { planChangeRoutes } from './change-routes.ts';
import {
  createPlan,
  getPlan,
  listPlans,
  type PlansDeps,
  type Seller,
  toPlanResource,
} from './operations.ts';

/** Owner of the plans: the account itself, or the platform, which sells to it. */
const sellerField = z.enum(['own', 'platform']).optional().meta({
  description:
    "`own`, the default, lists the account's own plans; `platform` lists plans it can buy.",
});

type PlanRouteDeps = PlansDeps & AccountsDeps;

export function planRoutes(deps: PlanRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), ...planChangeRoutes(deps)];
}

function listRoute(deps: PlanRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/plans',
    operationId: 'listPlans',
    summary: 'List plans',
    description:
      'Own plans, newest first, then the starter plans in the currency of the account. `seller` `platform` lists the plans that the account can buy for itself instead. Starter plans are omitted if the list is filtered by time.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        limit: limitField(20),
        starting_after: z
          .string()
          .optional()
          .meta({
            description: 'Id of a plan. Returns the page after it.',
            examples: ['pro_monthly'],
          }),
        ending_before: z
          .string()
          .optional()
          .meta({
            description: 'Id of a plan. Returns the page before it.',
            examples: ['pro_monthly'],
          }),
        order: orderField,
        ...createdFields,
        account_id: filterField('account'),
        seller: sellerField,
        archived: archivedField('plans'),
      })
      .refine(...oneCursor),
    replies: { 200: listReply(planSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ query, caller, requestId }) {
      const account = await getReadableAccount(deps, caller, query.account_id, requestId);
      const seller = await sellerOf(deps, account, query.seller, requestId);
      return {
        status: 200,
        body: await listPlans(deps, seller, { ...query, ...boundsOf(query) }),
      };
    },
  });
}

function createRoute(deps: PlanRouteDeps) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'currency_mismatch',
    'unauthorized',
    'forbidden',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/plans',
    operationId: 'createPlan',
    summary: 'Create a plan',
    description:
      'A plan belongs to an account and uses its currency. Its price never changes: for a new price, create another plan. `409` if the id is taken or belongs to a starter plan.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        id: slugField.meta({
          description:
            'Id of the plan, chosen by you: 1 to 64 lowercase letters, digits, `_` and `-`.',
          examples: ['gold_monthly'],
        }),
        name: nameField,
        amount: priceField.meta({
          description:
            'Price of one period in minor units of the currency (ISO 4217): 1000 is 10.00 USD. A plan with the price 0 is free and needs no payment method.',
        }),
        currency: currencyField.optional(),
        ...intervalFields,
        tax_class: taxClassField.default(STANDARD),
        supply: supplyField.default('services'),
        tax_behavior: z
          .enum(taxBehaviors)
          .nullish()
          .describe('Whether the price includes tax. Default: the setting of the seller profile.'),
        account_id: actingForField,
      })
      .refine(...boundedInterval)
      .meta({ id: 'NewPlan', description: 'A plan to create.' }),
    replies: { 201: planSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const accountId = actingAccount(caller, body.account_id);
      const account = await getOpenAccount(deps, accountId, requestId);
      if (body.currency !== undefined && body.currency !== account.currency)
        throw new AppError(
          'currency_mismatch',
          `currency: plans of this account are priced in ${account.currency}`,
        );
      const terms = {
        id: body.id,
        name: body.name,
        amount: body.amount,
        currency: account.currency,
        interval: body.interval,
        intervalCount: body.interval_count,
        taxClass: body.tax_class,
        ...(body.supply === 'goods' && { supply: body.supply }),
        taxBehavior: body.tax_behavior ?? null,
      };
      return createPlan(deps, accountId, terms, idempotencyKeyOf('POST /v1/plans', request, body));
    },
  });
}

function getRoute(deps: PlanRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/plans/{plan_id}',
    operationId: 'getPlan',
    summary: 'Retrieve a plan',
    description:
      'Returns an own plan or a starter plan. The bare name of a starter plan means its monthly version. A 404 for an unknown id suggests the id that was probably meant.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: z.object({
      plan_id: z.string().meta({ description: 'Id of the plan.', examples: ['pro_monthly'] }),
    }),
    query: z.object({ seller: sellerField }),
    replies: { 200: planSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ params, query, caller, requestId }) {
      const account = await getReadableAccount(deps, caller, undefined, requestId);
      const seller = await sellerOf(deps, account, query.seller, requestId);
      return { status: 200, body: toPlanResource(await getPlan(deps, seller, params.plan_id)) };
    },
  });
}

/** Starter plans of the platform are priced in the payer's currency. */
async function sellerOf(
  deps: PlanRouteDeps,
  account: Account,
  seller: z.output<typeof sellerField>,
  requestId: string,
): Promise<Seller> {
  if (seller !== 'platform') return account;
  const { id } = await getPlatformAccount(deps, requestId);
  return { id, currency: account.currency };
}
