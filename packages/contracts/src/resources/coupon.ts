import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  idOf,
  idOrNull,
  instantOrNull,
  livemode,
  metadata,
  minorUnitsOrNull,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';

export const couponDurations = ['once', 'repeating', 'forever'] as const;

export const couponSchema = z
  .object({
    id: ownId('coupon', 'coupon'),
    object: objectOf('coupon'),
    livemode,
    account_id: accountId,
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name on invoices; null if none.', examples: ['Summer sale'] }),
    percent_off: z
      .string()
      .nullable()
      .meta({
        description: 'Discount in percent, as a decimal; null with `amount_off`.',
        examples: ['12.5'],
      }),
    amount_off: minorUnitsOrNull('Discount on each invoice', 'Null with `percent_off`.'),
    currency: z
      .string()
      .nullable()
      .meta({
        description: 'Currency of `amount_off` (ISO 4217); null with `percent_off`.',
        examples: ['EUR'],
      }),
    duration: choice(
      couponDurations,
      'How long a discount lasts; a one-off invoice is reduced whatever it is',
      {
        once: 'one invoice',
        repeating: '`duration_in_months` months',
        forever: 'without an end',
      },
    ),
    duration_in_months: z
      .int()
      .nullable()
      .describe('Calendar months of a `repeating` coupon; null otherwise.'),
    applies_to: z
      .object({
        products: z
          .array(idOf('product', 'Product'))
          .describe('Products whose lines the coupon reduces.'),
      })
      .nullable()
      .meta({
        id: 'CouponAppliesTo',
        description: 'Limits the coupon to products; null for a coupon on all lines.',
      }),
    redeem_by: instantOrNull(
      'Last time at which it can be redeemed (RFC 3339, UTC); null if none.',
    ),
    max_redemptions: z
      .int()
      .nullable()
      .describe('Highest number of redemptions, by all customers together; null for any number.'),
    times_redeemed: z.int().describe('Number of redemptions, with and without a code.'),
    valid: z
      .boolean()
      .describe('Whether it can be redeemed now. Existing discounts continue either way.'),
    metadata,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Coupon',
    description:
      'A discount of an account. Only its name and its metadata change; a redeemed discount keeps the terms of the coupon.',
  });

export type CouponResource = z.output<typeof couponSchema>;

export const deletedCouponSchema = couponSchema
  .extend({ deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedCoupon', description: 'The last state of a deleted coupon.' });

export const promotionCodeSchema = z
  .object({
    id: ownId('promotionCode', 'promotion code'),
    object: objectOf('promotion_code'),
    livemode,
    account_id: accountId,
    coupon_id: idOf('coupon', 'Coupon that the code redeems'),
    code: z.string().meta({
      description: 'The code that customers type, in any case.',
      examples: ['SUMMER26'],
    }),
    active: z
      .boolean()
      .describe(
        'Whether the code can be redeemed now: it was not deactivated, and neither the code nor its coupon is expired or used up.',
      ),
    expires_at: instantOrNull(
      'Last time at which it can be redeemed (RFC 3339, UTC); null if none.',
    ),
    max_redemptions: z
      .int()
      .nullable()
      .describe('Highest number of redemptions of the code; null for any number.'),
    times_redeemed: z.int().describe('Number of redemptions of the code.'),
    customer_id: idOrNull(
      'customer',
      'The only customer who can redeem the code',
      'Null for all customers.',
    ),
    metadata,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'PromotionCode', description: 'A code that redeems a coupon.' });

export type PromotionCodeResource = z.output<typeof promotionCodeSchema>;

export const discountSchema = z
  .object({
    coupon_id: idOf('coupon', 'Coupon of the discount'),
    promotion_code_id: idOrNull(
      'promotionCode',
      'Code by which the coupon was redeemed',
      'Null without a code.',
    ),
    start: z.iso.datetime().describe('When the coupon was redeemed (RFC 3339, UTC).'),
    end: instantOrNull(
      'When the discount ends (RFC 3339, UTC); null if it reduces one invoice, or has no end.',
    ),
  })
  .meta({ id: 'Discount', description: 'A redeemed coupon.' });

export type DiscountResource = z.output<typeof discountSchema>;
