import { idField } from '@florin/http-api';
import { parsePercentage } from '@florin/tax';
import { z } from 'zod';
import { DISCOUNTS_MAX } from '../domain/discount/model.ts';

/** Three digits only for 100, and not 0. */
const PERCENT = String.raw`^(100(\.0{1,2})?|(?!0?0(\.0{1,2})?$)\d{1,2}(\.\d{1,2})?)$`;
const percentError =
  'must be above 0 and at most 100 with at most two decimals, for example "12.5"';

/** A discount in percent, parsed to its shortest decimal. */
export const percentOffField = z
  .union([z.string(), z.number()], { error: percentError })
  .meta({
    description:
      'Discount in percent, above 0 and at most 100 with at most two decimals: a decimal string or a number. Not together with `amount_off`.',
    examples: ['12.5'],
  })
  .transform((given, context): string => {
    const text = String(given);
    const percent = new RegExp(PERCENT, 'v').test(text) ? parsePercentage(text) : undefined;
    if (percent !== undefined) return percent;
    context.issues.push({ code: 'custom', input: given, message: percentError });
    return z.NEVER;
  });

/** A promotion code as customers type it. */
export const codeField = z
  .string({ error: 'must be a promotion code' })
  .regex(
    /^[A-Za-z0-9_\-]{3,64}$/v,
    'must be 3 to 64 letters, digits, _ and -, for example SUMMER26',
  )
  .meta({
    description: 'Promotion code, in any case: 3 to 64 letters, digits, `_` and `-`.',
    examples: ['SUMMER26'],
  });

/** Discounts of an object in a request. */
export const discountsField = z
  .array(
    z
      .object({
        coupon_id: idField('coupon').optional().describe('Coupon to redeem (`cpn_…`).'),
        promotion_code: codeField
          .optional()
          .describe('Code of a coupon to redeem, as customers type it.'),
      })
      .meta({
        id: 'NewDiscount',
        description: 'A coupon to redeem: its id, or a promotion code.',
      })
      .refine(
        (entry) => 'coupon_id' in entry !== 'promotion_code' in entry,
        'must have either coupon_id or promotion_code',
      )
      .transform(({ coupon_id: couponId, promotion_code: code }) =>
        code === undefined ? { couponId } : { code },
      ),
  )
  .max(DISCOUNTS_MAX, `must have at most ${DISCOUNTS_MAX} entries`);
