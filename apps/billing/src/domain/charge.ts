import type { Uuid } from '@florin/contracts';
import type { Currency, UnitPrice } from '@florin/money';
import type { Supply } from '@florin/tax';
import type { Terms } from './price.ts';
import type { AddedTax, LineOfTax, SuppliedTax } from './tax/line.ts';

/** One line of an invoice, with everything its amount was computed from. */
export interface Line {
  /**
   * `proration`, `unused_time`: rest of a period at the new and the old price; `credit_granted`,
   * `credit_applied`: credit for later and of earlier invoices; `discount`: on the line before it.
   */
  readonly type:
    | 'period'
    | 'proration'
    | 'unused_time'
    | 'credit_granted'
    | 'credit_applied'
    | 'tax'
    | 'item'
    | 'discount';
  /** Empty if the line has no plan. */
  readonly planId: string;
  readonly quantity: number;
  readonly unitAmount: UnitPrice;
  /** Minor units. */
  readonly amount: bigint;
  readonly startAt: number;
  readonly endAt: number;
  /** R and T of the formula: remaining seconds of the period, and its length as first invoiced. */
  readonly remainingSeconds: number | null;
  readonly periodSeconds: number | null;
  /** Product name; absent in older states. */
  readonly description?: string;
  /** Tax class, and whether the price includes tax; absent if unspecified. */
  readonly taxClass?: string;
  /** Absent in older states, where it means services. */
  readonly supply?: Supply;
  readonly isTaxInclusive?: boolean;
  /** Paid share of unused time; absent if it was paid in full. */
  readonly share?: { readonly paid: bigint; readonly of: bigint };
  /** Product of its price, on one-off items. */
  readonly productId?: Uuid;
  /** Coupons that reduce it, in order; absent if none does. */
  readonly coupons?: readonly Uuid[];
  /** Set on lines of type `discount`. */
  readonly discount?: LineDiscount;
  /** Taxes of unused time until they are computed; absent if that time has no invoice. */
  readonly suppliedTax?: SuppliedTax;
  /** Set if a change leaves the rest of the period of other items as it was invoiced. */
  readonly isPartial?: true;
  /** Set on purchased lines once their tax is known. */
  readonly tax?: LineOfTax;
  /** Set on lines of type `tax`. */
  readonly added?: AddedTax;
}

/** The coupon of a discount, and the line that it reduces. */
export interface LineDiscount {
  readonly couponId: Uuid;
  readonly name: string | null;
  readonly off: Off;
  /** Position among the discounts of the invoice, from 0. */
  readonly place: number;
  readonly reduces: Line['type'];
}

/** A decimal of percent, or minor units of each invoice. */
export type Off =
  | { readonly kind: 'percent'; readonly percent: string }
  | { readonly kind: 'amount'; readonly amount: bigint };

/** Whether a line is about the payer's credit instead of a purchase. */
export function isCredit(type: Line['type']): boolean {
  return type === 'credit_granted' || type === 'credit_applied';
}

/** Whether a line is a purchase, as opposed to tax or credit. */
export function isBought({ type }: Pick<Line, 'type'>): boolean {
  return type !== 'tax' && !isCredit(type);
}

/** State of the subscription after the charge succeeds. */
export interface Purchase extends Terms {
  readonly anchorAt: number;
  readonly nextIndex: number;
  readonly periodStartAt: number;
  readonly periodEndAt: number;
  readonly periodSeconds: number;
}

export interface Charge {
  /**
   * `period:<n>` or `change:<id>`; with the subscription's id it identifies the charge permanently.
   */
  readonly cause: string;
  readonly kind: 'period' | 'change';
  readonly invoiceId: Uuid;
  /** Sum of the lines in minor units; if it is 0, the invoice is paid without a charge. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly lines: readonly Line[];
  readonly buys: Purchase;
  /** Invoices that paid for the time a change returns; absent if that was not recorded. */
  readonly sources?: readonly { readonly invoiceId: Uuid; readonly amount: bigint }[];
}

/** How remaining time of a period was paid for; minor units, with tax. */
export interface FundedTime {
  /** The remaining time at its price. */
  readonly priced: bigint;
  /** Part that was paid and not refunded, or is still owed. */
  readonly worth: bigint;
  /** Paid and unrefunded part of each invoice, oldest first. */
  readonly sources: readonly { readonly invoiceId: Uuid; readonly amount: bigint }[];
}

export interface FundedItem extends FundedTime {
  /** Taxes of the line that bought the time; absent if it has no invoice. */
  readonly suppliedTax?: SuppliedTax | undefined;
}

/** How the remaining time of all items was paid for. */
export interface Funding extends FundedTime {
  /** Whether a part is still owed; then nothing may be granted as credit. */
  readonly isOwed: boolean;
  /** Items by plan; empty if only the sums are known. */
  readonly items: ReadonlyMap<string, FundedItem>;
  /** Whether the invoices do not name each item, because a change had no invoice. */
  readonly isOfOtherItems?: boolean;
}
