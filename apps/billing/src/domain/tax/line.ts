import type { Uuid } from '@florin/contracts';
import type { LineTax, Rate, Taxed, TaxRounding } from '@florin/tax';

/** A line's tax, and how it was computed. */
export interface LineOfTax extends Taxed {
  readonly isInclusive: boolean;
  /** Set if a tax engine calculated it; absent for Florin's tables. */
  readonly engine?: EngineMark;
}

/** A stored calculation, or the invoice whose tax a line of unused time returns. */
export type EngineMark =
  | { readonly calculationId: Uuid; readonly reference: string }
  | { readonly reversesInvoiceId: Uuid };

/** Taxes of a supply, which also apply to a reduction of it. */
export interface SuppliedTax {
  readonly isInclusive: boolean;
  /** Empty if the supply was not taxed. */
  readonly rates: readonly Rate[];
  /**
   * The line that a tax engine taxed: amounts are shares of it instead of being computed from
   * rates.
   */
  readonly engine?: {
    readonly invoiceId: Uuid;
    /** Minor units of the original price. */
    readonly amount: bigint;
    readonly taxes: readonly LineTax[];
  };
}

/** Inputs of a tax line that is added to the prices. */
export interface AddedTax extends LineTax {
  readonly rounding: TaxRounding;
}
