import {
  couponDurations,
  couponSchema,
  deletedCouponSchema,
  type ErrorCode,
} from '@florin/contracts';
import {
  accountFields,
  amountField,
  currencyField,
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idField,
  idParams,
  instantField,
  integerField,
  listReply,
  metadataField,
  nameField,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../../accounts/find.ts';
import {
  actingForField,
  assertMayWrite,
  assertSells,
  getActingAccount,
} from '../../accounts/permissions.ts';
import { percentOffField } from '../../fields/discount.ts';
import {
  type CouponInput,
  type CouponsDeps,
  createCoupon,
  deleteCoupon,
  getVisibleCoupon,
  listCoupons,
  showCoupon,
  updateCoupon,
} from './operations.ts';

const NOT_YOURS = 'only the account of a coupon can change it';
const MONTHS_MAX = 120;
const PRODUCTS_MAX = 100;
const path = '/v1/coupons/{coupon_id}';
const params = idParams({ coupon_id: 'coupon' });
const writeErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
];

const fields = {
  name: nameField
    .nullish()
    .meta({ description: 'Name on invoices; null for none.', examples: ['Summer sale'] }),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
};

const newCouponSchema = z
  .object({
    ...fields,
    percent_off: percentOffField.optional(),
    amount_off: amountField
      .optional()
      .describe(
        'Discount on each invoice in minor units, spread over its lines. With `currency`, and not together with `percent_off`.',
      ),
    currency: currencyField.optional().meta({
      description: 'Currency of `amount_off` (ISO 4217).',
      examples: ['EUR'],
    }),
    duration: z
      .enum(couponDurations)
      .describe(
        'How long the discount lasts. `once`: one invoice; `repeating`: `duration_in_months` months; `forever`: without an end. A one-off invoice is reduced whatever it is.',
      ),
    duration_in_months: integerField(1, MONTHS_MAX)
      .optional()
      .describe('Calendar months of a `repeating` coupon: 1 to 120.'),
    applies_to: z
      .object({
        products: z
          .array(idField('product'))
          .min(1, 'must have at least one entry')
          .max(PRODUCTS_MAX, `must have at most ${PRODUCTS_MAX} entries`)
          .describe('Products (`prod_…`) whose lines it reduces: at most 100.'),
      })
      .nullish()
      .meta({
        id: 'NewCouponAppliesTo',
        description: 'Limits the coupon to lines of products. Default: all lines.',
      }),
    redeem_by: instantField('to')
      .nullish()
      .describe('Last time at which it can be redeemed (RFC 3339, or a date). Default: none.'),
    max_redemptions: integerField(1, 2_147_483_647)
      .nullish()
      .describe('Highest number of redemptions, by all customers together. Default: any number.'),
    account_id: actingForField,
  })
  .refine(
    ({ percent_off, amount_off }) => (percent_off === undefined) !== (amount_off === undefined),
    {
      path: ['percent_off'],
      error: 'or amount_off is required; send one of the two',
    },
  )
  .refine(({ amount_off, currency }) => amount_off === undefined || currency !== undefined, {
    path: ['currency'],
    error: 'is required with amount_off',
  })
  .refine(({ amount_off, currency }) => amount_off !== undefined || currency === undefined, {
    path: ['currency'],
    error: 'must be absent with percent_off',
  })
  .refine(
    ({ duration, duration_in_months: months }) => duration !== 'repeating' || months !== undefined,
    {
      path: ['duration_in_months'],
      error: 'is required with the duration repeating',
    },
  )
  .refine(
    ({ duration, duration_in_months: months }) => duration === 'repeating' || months === undefined,
    {
      path: ['duration_in_months'],
      error: 'must be absent unless the duration is repeating',
    },
  )
  .meta({ id: 'NewCoupon', description: 'A coupon to create.' });

type CouponRouteDeps = CouponsDeps & AccountsDeps;

export function couponRoutes(deps: CouponRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), updateRoute(deps), deleteRoute(deps)];
}

function listRoute(deps: CouponRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/coupons',
    operationId: 'listCoupons',
    onlyReads: true,
    summary: 'List coupons',
    description:
      'Newest first, without deleted coupons. Callers that can read several accounts get the coupons of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({ ...cursorFields('coupon'), ...accountFields }).refine(...oneCursor),
    replies: { 200: listReply(couponSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listCoupons(deps, caller, query),
    }),
  });
}

function createRoute(deps: CouponRouteDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/coupons',
    operationId: 'createCoupon',
    summary: 'Create a coupon',
    description:
      'A coupon reduces invoices by a percentage, or by an amount in the currency of the account. Redeem it with `discounts` of a one-off invoice. Only its name and its metadata change later.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: newCouponSchema,
    replies: { 201: couponSchema },
    errors: writeErrors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors: writeErrors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const key = idempotencyKeyOf('POST /v1/coupons', request, {
        ...body,
        amount_off: body.amount_off?.toString(),
      });
      return createCoupon(deps, toInput(body, accountId), key);
    },
  });
}

function toInput(body: z.output<typeof newCouponSchema>, accountId: string): CouponInput {
  const { percent_off: percent, amount_off: amount, redeem_by: redeemBy } = body;
  return {
    accountId,
    name: body.name ?? null,
    off:
      percent === undefined
        ? { kind: 'amount', amount: amount ?? 0n }
        : { kind: 'percent', percent },
    currency: body.currency ?? null,
    duration: body.duration,
    durationInMonths: body.duration_in_months ?? null,
    productIds: body.applies_to?.products ?? null,
    redeemBy: redeemBy == null ? null : new Date(redeemBy),
    redemptionsMax: body.max_redemptions ?? null,
    metadata: body.metadata ?? {},
  };
}

function getRoute(deps: CouponRouteDeps) {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'getCoupon',
    onlyReads: true,
    summary: 'Retrieve a coupon',
    description: 'Also returns a deleted coupon, which is not `valid`.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params,
    replies: { 200: couponSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params: { coupon_id: id }, caller }) => ({
      status: 200,
      body: await showCoupon(deps, caller, id),
    }),
  });
}

function updateRoute(deps: CouponRouteDeps) {
  return defineRoute({
    method: 'PATCH',
    path,
    operationId: 'updateCoupon',
    summary: 'Update a coupon',
    description:
      'Omitted fields stay. A new name applies to later redemptions. `metadata` is merged by key; an empty string or null removes a key.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params,
    body: z.object(fields).meta({ id: 'CouponUpdate', description: 'Changes to a coupon.' }),
    isBodyOptional: true,
    replies: { 200: couponSchema },
    errors: writeErrors,
    async handle(request) {
      const { body, caller, params: given } = request;
      const { id, accountId } = await getVisibleCoupon(deps, caller, given.coupon_id);
      assertSells({ errors: writeErrors }, caller, { sellerId: accountId }, NOT_YOURS);
      const key = idempotencyKeyOf(`PATCH ${path}`, request, [id, body]);
      const change = { name: body.name, metadata: body.metadata };
      return updateCoupon(deps, id, change, key);
    },
  });
}

function deleteRoute(deps: CouponRouteDeps) {
  const errors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found'];
  return defineRoute({
    method: 'DELETE',
    path,
    operationId: 'deleteCoupon',
    summary: 'Delete a coupon',
    description:
      'Ends new redemptions, and deactivates its promotion codes. Existing discounts continue. Idempotent.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    params,
    replies: { 200: deletedCouponSchema },
    errors,
    async handle({ caller, params: given }) {
      const { id, accountId } = await getVisibleCoupon(deps, caller, given.coupon_id);
      assertSells({ errors }, caller, { sellerId: accountId }, NOT_YOURS);
      return deleteCoupon(deps, id);
    },
  });
}
