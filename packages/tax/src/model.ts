/**
 * Why a line bears its tax, by the codes of UNCL 5305 that EN 16931 uses: a rate, a rate of zero, exempt,
 * reverse charge, intra-community supply of goods, export of goods, or outside the scope of tax.
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** A tax that a line bears. */
export interface Rate {
  /** What invoices call it: VAT, MwSt., GST. */
  readonly name: string;
  /** Decimal, in per cent, with at most four places: `19`, `8.875`. */
  readonly percentage: string;
  readonly category: TaxCategory;
  /** Where it is owed: ISO 3166-1, and of ISO 3166-2 what follows the hyphen. */
  readonly country: string;
  readonly region: string | null;
}

/** What a line bears of one tax, in minor units. */
export interface LineTax extends Rate {
  readonly taxable: bigint;
  readonly amount: bigint;
}

/** A line to be taxed. */
export interface TaxableLine {
  /** Minor units, as it was priced; negative where it gives back. */
  readonly amount: bigint;
  /** Whether the taxes are within the amount. */
  readonly isInclusive: boolean;
  /** Any number of them: each is of the net amount. */
  readonly rates: readonly Rate[];
}

/** A line, or a whole invoice, with its taxes: net and tax are gross, exactly. */
export interface Taxed {
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  readonly taxes: readonly LineTax[];
}

/** Whether tax is rounded for each line, or once for all lines of a rate. */
export const taxRoundings = ['line', 'invoice'] as const;
export type TaxRounding = (typeof taxRoundings)[number];
