import type { Generated } from 'kysely';
import type { CouponDuration } from '../domain/discount/coupon.ts';

export interface CouponTables {
  coupons: CouponRow;
  promotion_codes: PromotionCodeRow;
}

interface RedeemedRow {
  id: string;
  account_id: string;
  max_redemptions: number | null;
  times_redeemed: Generated<number>;
  /** JSON text. */
  metadata: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CouponRow extends RedeemedRow {
  name: string | null;
  /** A decimal; null for an amount. */
  percent_off: string | null;
  /** Minor units; null for a percentage, like the currency. */
  amount_off: bigint | null;
  currency: string | null;
  duration: CouponDuration;
  duration_in_months: number | null;
  product_ids: readonly string[] | null;
  redeem_by: Date | null;
  deleted_at: Generated<Date | null>;
}

export interface PromotionCodeRow extends RedeemedRow {
  coupon_id: string;
  code: string;
  is_active: Generated<boolean>;
  expires_at: Date | null;
  customer_id: string | null;
}
