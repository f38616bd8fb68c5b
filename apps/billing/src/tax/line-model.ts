import type { Uuid } from '@florin/contracts';
import type { LineTax, Rate, Taxed, TaxRounding } from '@florin/tax';

/** A line's tax, and how it was computed. */
export interface LineOfTax extends Taxed {
  readonly isInclusive: boolean;
  /** Answer of a tax engine that this is; absent where Florin's tables decided. */
  readonly engine?: EngineMark;
}

/** A calculation that was kept, or the invoice whose tax a line of unused time gives back. */
export type EngineMark =
  | { readonly calculationId: Uuid; readonly reference: string }
  | { readonly reversesInvoiceId: Uuid };

/** Taxes that a supply bore, which a reduction of it bears too. */
export interface SuppliedTax {
  readonly isInclusive: boolean;
  /** Empty where the supply was not taxed. */
  readonly rates: readonly Rate[];
  /** The taxed line, where a tax engine decided: amounts are shares of it, not computed by rates. */
  readonly engine?: {
    readonly invoiceId: Uuid;
    /** Minor units, as it was priced. */
    readonly amount: bigint;
    readonly taxes: readonly LineTax[];
  };
}

/** What a line of tax that is added to the prices was computed by. */
export interface AddedTax extends LineTax {
  readonly rounding: TaxRounding;
}
