import type { LineTax, Rate, Taxed, TaxRounding } from '@florin/tax';

/** A line's tax, and how it was computed. */
export interface LineOfTax extends Taxed {
  readonly isInclusive: boolean;
}

/** Taxes that a supply bore, which a reduction of it bears too. */
export interface SuppliedTax {
  readonly isInclusive: boolean;
  /** Empty where the supply was not taxed. */
  readonly rates: readonly Rate[];
}

/** What a line of tax that is added to the prices was computed by. */
export interface AddedTax extends LineTax {
  readonly rounding: TaxRounding;
}
