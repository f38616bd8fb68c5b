/**
 * Tax categories by the codes of UNCL 5305 in EN 16931: standard rate, zero rate, exempt, reverse
 * charge, intra-community supply of goods, export of goods, outside the scope of tax.
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** A tax of a line. */
export interface Rate {
  /** Name on invoices: VAT, MwSt., GST. */
  readonly name: string;
  /** Decimal, in percent, with up to four decimals: `19`, `8.875`. */
  readonly percentage: string;
  readonly category: TaxCategory;
  /** Where it is owed: ISO 3166-1 country, and the part of ISO 3166-2 after the hyphen. */
  readonly country: string;
  readonly region: string | null;
}

/** One tax of a line, in minor units. */
export interface LineTax extends Rate {
  readonly taxable: bigint;
  readonly amount: bigint;
}

/** A line to be taxed. */
export interface TaxableLine {
  /** Price in minor units; negative for a credit. */
  readonly amount: bigint;
  /** Whether the price includes the taxes. */
  readonly isInclusive: boolean;
  /** A discount on the line before it, with the same rates; both are rounded together. */
  readonly isDiscount?: boolean;
  /** All applicable rates. Each is a percentage of the net amount. */
  readonly rates: readonly Rate[];
}

/** A line or an invoice with its taxes. Net and tax add up to gross exactly. */
export interface Taxed {
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  readonly taxes: readonly LineTax[];
}

/** Whether tax is rounded per line, or once for all lines of a rate. */
export const taxRoundings = ['line', 'invoice'] as const;
export type TaxRounding = (typeof taxRoundings)[number];
