import { promotionCodeSchema } from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idField,
  idParams,
  instantField,
  integerField,
  listReply,
  metadataField,
  oneCursor,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { assertSells, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { codeField } from '../../fields/discount.ts';
import { getVisibleCoupon } from '../coupons/operations.ts';
import {
  createPromotionCode,
  getVisibleCode,
  listPromotionCodes,
  type PromotionCodesDeps,
  showPromotionCode,
  updatePromotionCode,
} from './operations.ts';

const NOT_YOURS = 'only the account of a coupon can change its promotion codes';
const path = '/v1/promotion_codes/{promotion_code_id}';
const params = idParams({ promotion_code_id: 'promotionCode' });

const fields = {
  active: z.boolean().optional().describe('Whether it can be redeemed. Default: true.'),
  metadata: metadataField
    .nullish()
    .describe('Your own key-value data: at most 50 keys and 16384 bytes as JSON.'),
};

export function promotionCodeRoutes(deps: PromotionCodesDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), updateRoute(deps)];
}

function listRoute(deps: PromotionCodesDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/promotion_codes',
    operationId: 'listPromotionCodes',
    onlyReads: true,
    summary: 'List promotion codes',
    description:
      'Newest first. Callers that can read several accounts get the codes of all of them; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({
        ...cursorFields('promotionCode'),
        code: text(64)
          .optional()
          .meta({ description: 'Filter by code, in any case.', examples: ['SUMMER26'] }),
        coupon_id: filterField('coupon'),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(promotionCodeSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listPromotionCodes(deps, caller, query),
    }),
  });
}

function createRoute(deps: PromotionCodesDeps) {
  return defineRoute({
    method: 'POST',
    path: '/v1/promotion_codes',
    operationId: 'createPromotionCode',
    summary: 'Create a promotion code',
    description:
      'A code that redeems a coupon, in upper or lower case. `409` if another active code of the account is the same.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        coupon_id: idField('coupon').describe('Coupon that it redeems (`cpn_…`).'),
        code: codeField.optional().meta({
          description:
            'The code: 3 to 64 letters, digits, `_` and `-`, unique among the active codes of the account. Default: ten random letters and digits.',
          examples: ['SUMMER26'],
        }),
        ...fields,
        expires_at: instantField('to')
          .nullish()
          .describe('Last time at which it can be redeemed (RFC 3339, or a date). Default: none.'),
        max_redemptions: integerField(1, 2_147_483_647)
          .nullish()
          .describe('Highest number of redemptions of the code. Default: any number.'),
        customer_id: idField('customer')
          .nullish()
          .describe('The only customer (`cus_…`) who can redeem it. Default: all customers.'),
      })
      .meta({ id: 'NewPromotionCode', description: 'A promotion code to create.' }),
    replies: { 201: promotionCodeSchema },
    errors: CHANGE_ERRORS,
    async handle(request) {
      const { body, caller } = request;
      const coupon = await getVisibleCoupon(deps, caller, body.coupon_id);
      const { accountId } = coupon;
      assertSells({ errors: CHANGE_ERRORS }, caller, { sellerId: accountId }, NOT_YOURS);
      const { expires_at: expiresAt } = body;
      const input = {
        accountId,
        couponId: coupon.id,
        code: body.code,
        isActive: body.active ?? true,
        expiresAt: expiresAt == null ? null : new Date(expiresAt),
        redemptionsMax: body.max_redemptions ?? null,
        customerId: 'customer_id' in body && body.customer_id !== null ? body.customer_id : null,
        metadata: body.metadata ?? {},
      };
      const key = idempotencyKeyOf('POST /v1/promotion_codes', request, body);
      return createPromotionCode(deps, input, key);
    },
  });
}

function getRoute(deps: PromotionCodesDeps) {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'getPromotionCode',
    onlyReads: true,
    summary: 'Retrieve a promotion code',
    description: 'To find one by its text: `GET /v1/promotion_codes?code=…`.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params,
    replies: { 200: promotionCodeSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params: { promotion_code_id: id }, caller }) => ({
      status: 200,
      body: await showPromotionCode(deps, caller, id),
    }),
  });
}

function updateRoute(deps: PromotionCodesDeps) {
  return defineRoute({
    method: 'PATCH',
    path,
    operationId: 'updatePromotionCode',
    summary: 'Update a promotion code',
    description:
      'Omitted fields stay. `active` false ends its redemption; discounts by the code continue. `409` for activating a code whose coupon is deleted, or that another active code has. `metadata` is merged by key; an empty string or null removes a key.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params,
    body: z
      .object(fields)
      .meta({ id: 'PromotionCodeUpdate', description: 'Changes to a promotion code.' }),
    isBodyOptional: true,
    replies: { 200: promotionCodeSchema },
    errors: CHANGE_ERRORS,
    async handle(request) {
      const { body, caller, params: given } = request;
      const { id, accountId } = await getVisibleCode(deps, caller, given.promotion_code_id);
      assertSells({ errors: CHANGE_ERRORS }, caller, { sellerId: accountId }, NOT_YOURS);
      const change = { isActive: body.active, metadata: body.metadata };
      const key = idempotencyKeyOf(`PATCH ${path}`, request, [id, body]);
      return updatePromotionCode(deps, id, change, key);
    },
  });
}
