import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Supply } from '@florin/tax';
import type { PlanTerms } from '../plans/model.ts';
import type { AddedTax, LineOfTax, SuppliedTax } from '../tax/line-model.ts';

/** One line of an invoice, with everything its amount was computed from. */
export interface Line {
  /**
   * A whole period, the rest of one at the new price, or credit for the rest at the old price;
   * what of that credit is kept for later invoices, and what an earlier one pays of this; tax that is
   * added to the prices; or something sold once.
   */
  readonly type:
    | 'period'
    | 'proration'
    | 'unused_time'
    | 'credit_granted'
    | 'credit_applied'
    | 'tax'
    | 'item';
  /** Empty where it is of no plan. */
  readonly planId: string;
  readonly quantity: number;
  /** Minor units, also of the amount. */
  readonly unitAmount: bigint;
  readonly amount: bigint;
  readonly startAt: number;
  readonly endAt: number;
  /** R and T of the formula: what remains of the period, and its length as first invoiced. */
  readonly remainingSeconds: number | null;
  readonly periodSeconds: number | null;
  /** What people call what is bought; absent in older states. */
  readonly description?: string;
  /** By which rates it is taxed, and whether it was priced with the tax; absent where nobody has said. */
  readonly taxClass?: string;
  /** Absent in older states: services. */
  readonly supply?: Supply;
  readonly isTaxInclusive?: boolean;
  /** Paid share of unused time; absent where all of it was paid. */
  readonly share?: { readonly paid: bigint; readonly of: bigint };
  /** Taxes of unused time until they are computed; absent where the time has no invoice. */
  readonly suppliedTax?: SuppliedTax;
  /** Of what is bought, once its tax is known. */
  readonly tax?: LineOfTax;
  /** Of a line of tax. */
  readonly added?: AddedTax;
}

/** Whether a line is about the payer's credit, not about what is bought. */
export function isCredit(type: Line['type']): boolean {
  return type === 'credit_granted' || type === 'credit_applied';
}

/** Whether a line is about something that was bought: tax is in that, and credit is none of it. */
export function isBought({ type }: Pick<Line, 'type'>): boolean {
  return type !== 'tax' && !isCredit(type);
}

/** What the subscription becomes once the charge has succeeded. */
export interface Purchase {
  readonly plan: PlanTerms;
  readonly quantity: number;
  readonly anchorAt: number;
  readonly nextIndex: number;
  readonly periodStartAt: number;
  readonly periodEndAt: number;
  readonly periodSeconds: number;
}

export interface Charge {
  /** `period:<n>` or `change:<id>`: with the subscription's id it names the charge for ever. */
  readonly cause: string;
  readonly kind: 'period' | 'change';
  readonly invoiceId: Uuid;
  /** The sum of the lines in minor units; 0 is paid without anybody being charged. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly lines: readonly Line[];
  readonly buys: Purchase;
  /** Which invoices have paid for the time that a change gives back; absent where that was not recorded. */
  readonly sources?: readonly { readonly invoiceId: Uuid; readonly amount: bigint }[];
}

/** How the time that is left in a period was paid for; minor units, with tax. */
export interface Funding {
  /** The time that is left, by its price. */
  readonly priced: bigint;
  /** Part that was paid and kept, or is still owed. */
  readonly worth: bigint;
  /** Whether a part is still owed: then nothing may be given out as credit. */
  readonly isOwed: boolean;
  /** Paid and kept part of each invoice, oldest first. */
  readonly sources: readonly { readonly invoiceId: Uuid; readonly amount: bigint }[];
  /** Taxes of the line that has bought the time; absent where it has no invoice. */
  readonly suppliedTax?: SuppliedTax | undefined;
}
