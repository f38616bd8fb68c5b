import type { LineTax, Taxed, TaxRounding } from '@florin/tax';

/** A line's tax, and how it was computed. */
export interface LineOfTax extends Taxed {
  readonly isInclusive: boolean;
}

/** What a line of tax that is added to the prices was computed by. */
export interface AddedTax extends LineTax {
  readonly rounding: TaxRounding;
}
