import { z } from 'zod';

/** Where somebody is. Countries are ISO 3166-1 alpha-2; regions what follows the hyphen in ISO 3166-2. */
export const addressSchema = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string(),
});

export const taxIdTypes = ['vat', 'other'] as const;

/** A number by which an office knows somebody; `vat` has the form of its country's VAT ids. */
export const taxIdSchema = z.object({ type: z.enum(taxIdTypes), value: z.string() });

/** What a seller knows about whether a customer owes tax. */
export const taxExemptions = ['none', 'exempt', 'reverse_charge'] as const;

/** Who sells, as an invoice has named it since it was issued. */
export const sellerPartySchema = z.object({
  name: z.string(),
  address: addressSchema.nullable(),
  tax_ids: z.array(taxIdSchema),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  color: z.string().nullable(),
  footer: z.string().nullable(),
});

/** Who buys, likewise. */
export const buyerPartySchema = z.object({
  name: z.string().nullable(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  address: addressSchema.nullable(),
  shipping_address: addressSchema.nullable(),
  tax_ids: z.array(taxIdSchema),
});

/** How an account appears on its invoices, and how they are taxed. */
export const sellerProfileSchema = z.object({
  object: z.literal('seller_profile'),
  livemode: z.boolean(),
  account_id: z.string(),
  /** Null where nobody has said: then no invoice bears tax, and all name the account. */
  legal_name: z.string().nullable(),
  address: addressSchema.nullable(),
  tax_ids: z.array(taxIdSchema),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** A PNG or JPEG as a data URL. */
  logo: z.string().nullable(),
  /** Of headings and buttons: `#rrggbb`. */
  color: z.string().nullable(),
  footer: z.string().nullable(),
  /** How invoices are numbered: `INV-{year}-{number:5}`; null for plain numbers. */
  invoice_number_format: z.string().nullable(),
  credit_note_number_format: z.string(),
  /** Days that a customer has to pay a one-off invoice. */
  payment_terms_days: z.int(),
  /** By whose calendar days and years are counted (IANA). */
  timezone: z.string(),
  /** Whether invoices bear tax, by the rates of the place of each sale. */
  charges_tax: z.boolean(),
  /** Whether sales to consumers elsewhere in the EU bear the tax of their country. */
  uses_oss: z.boolean(),
  /** Whether prices include the tax, where a plan or a line does not say. */
  prices_include_tax: z.boolean(),
  /** Rounded on each line, or once for each rate. */
  tax_rounding: z.enum(['line', 'invoice']),
});

/** What a sale bears of one tax. Amounts are minor units. */
export const taxAmountSchema = z.object({
  name: z.string(),
  /** Decimal, in per cent. */
  percentage: z.string(),
  /** UNCL 5305: S taxed, Z at zero, E exempt, AE reverse charge, G exported, O outside. */
  category: z.enum(['S', 'Z', 'E', 'AE', 'G', 'O']),
  country: z.string(),
  region: z.string().nullable(),
  taxable_amount: z.int(),
  amount: z.int(),
});

/** A rate that an account charges somewhere, beside those that Florin knows. */
export const taxRateSchema = z.object({
  id: z.string(),
  object: z.literal('tax_rate'),
  livemode: z.boolean(),
  account_id: z.string(),
  name: z.string(),
  percentage: z.string(),
  country: z.string(),
  region: z.string().nullable(),
  /** Of the products that bear it. */
  tax_class: z.string(),
  /** The first and the last day that it counts (ISO 8601); null without an end. */
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  created_at: z.iso.datetime(),
});

export type AddressResource = z.output<typeof addressSchema>;
export type TaxIdResource = z.output<typeof taxIdSchema>;
export type SellerPartyResource = z.output<typeof sellerPartySchema>;
export type BuyerPartyResource = z.output<typeof buyerPartySchema>;
export type SellerProfileResource = z.output<typeof sellerProfileSchema>;
export type TaxAmountResource = z.output<typeof taxAmountSchema>;
export type TaxRateResource = z.output<typeof taxRateSchema>;
