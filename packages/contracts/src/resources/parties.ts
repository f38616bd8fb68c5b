import { z } from 'zod';
import { accountId, choice, createdAt, livemode, minorUnits, objectOf, ownId } from './members.ts';
import { taxIdSchema } from './tax-ids.ts';

const country = z
  .string()
  .meta({ description: 'Country: two letters of ISO 3166-1.', examples: ['CH'] });
const region = z
  .string()
  .nullable()
  .meta({
    description:
      'State, province or canton: the part after the hyphen in ISO 3166-2; null if none.',
    examples: ['ZH'],
  });

export const addressSchema = z
  .object({
    line1: z
      .string()
      .nullable()
      .meta({ description: 'Street and number; null if none.', examples: ['Marktgasse 1'] }),
    line2: z
      .string()
      .nullable()
      .describe('Additional address line: floor, building; null if none.'),
    postal_code: z
      .string()
      .nullable()
      .meta({ description: 'Postal code; null if none.', examples: ['8001'] }),
    city: z
      .string()
      .nullable()
      .meta({ description: 'Town or city; null if none.', examples: ['Zürich'] }),
    region,
    country,
  })
  .meta({
    id: 'Address',
    description: 'An address. Its country and, for some countries, its region decide about tax.',
  });

/** Florin's own tables, or Stripe Tax with the operator's key. */
export const taxProviders = ['florin', 'stripe_tax'] as const;
/** Tax status of a customer, as set by the seller. */
export const taxExemptions = ['none', 'exempt', 'reverse_charge'] as const;

/** References of a buyer's purchase, for documents. */
export const purchaseFields = {
  po_number: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: 'Number of the purchase order (BT-13); null if none. Absent in old events.',
      examples: ['PO-2026-117'],
    }),
  buyer_reference: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Reference that routes invoices within the organization of the buyer (BT-10); null if none. Absent in old events.',
      examples: ['04011000-12345-03'],
    }),
};

export const sellerPartySchema = z
  .object({
    name: z
      .string()
      .describe('Name of the seller from its profile; without a profile, the account id.'),
    address: addressSchema.nullable().describe('Address; null if not set.'),
    tax_ids: z.array(taxIdSchema).describe('Tax ids.'),
    email: z.string().nullable().describe('Contact email for customers; null if not set.'),
    phone: z.string().nullable().describe('Contact phone number for customers; null if not set.'),
    color: z
      .string()
      .nullable()
      .meta({
        description: 'Color of headings and buttons (`#rrggbb`); null for the default.',
        examples: ['#0a5c8f'],
      }),
    footer: z.string().nullable().describe('Footer of documents; null if none.'),
  })
  .meta({
    id: 'SellerParty',
    description: 'The seller on a document. Later changes to the profile do not affect it.',
  });

export const buyerPartySchema = z
  .object({
    name: z.string().nullable().describe('Name of the person; null if unknown.'),
    company: z.string().nullable().describe('Name of the business; null for a person.'),
    email: z.string().nullable().describe('Email address; null if unknown.'),
    address: addressSchema.nullable().describe('Billing address; null if unknown.'),
    shipping_address: addressSchema
      .nullable()
      .describe('Delivery address; null if it is `address`.'),
    tax_ids: z.array(taxIdSchema).describe('Tax ids.'),
    ...purchaseFields,
  })
  .meta({
    id: 'BuyerParty',
    description: 'The buyer on a document. Later changes to the customer do not affect it.',
  });

export const sellerProfileSchema = z
  .object({
    object: objectOf('seller_profile'),
    livemode,
    account_id: accountId,
    legal_name: z.string().nullable().describe('Name on documents; null if not set.'),
    address: addressSchema
      .nullable()
      .describe(
        'Address of the seller, which decides about its tax; null if not set. Required to charge tax.',
      ),
    tax_ids: z.array(taxIdSchema).describe('Tax ids, at most five.'),
    email: z.string().nullable().describe('Contact email for customers; null if not set.'),
    phone: z.string().nullable().describe('Contact phone number for customers; null if not set.'),
    logo: z
      .string()
      .nullable()
      .describe('Logo on documents: a PNG or JPEG as a data URL (RFC 2397); null if none.'),
    color: z
      .string()
      .nullable()
      .meta({
        description: 'Color of headings and buttons (`#rrggbb`); null for the default.',
        examples: ['#0a5c8f'],
      }),
    footer: z.string().nullable().describe('Footer of documents; null if none.'),
    invoice_number_format: z
      .string()
      .nullable()
      .meta({
        description:
          'Format of invoice numbers: `{number}` is the number, `{number:5}` pads it to five digits, `{year}` is the year and restarts numbering each year; null for the plain number.',
        examples: ['INV-{year}-{number:5}'],
      }),
    credit_note_number_format: z.string().meta({
      description: 'Format of credit note numbers, with the same placeholders.',
      examples: ['CN-{number}'],
    }),
    payment_terms_days: z.int().describe('Default payment term of one-off invoices, in days.'),
    timezone: z.string().meta({
      description:
        'Time zone (IANA) that defines the days and years of documents; default: the time zone of the account.',
      examples: ['Europe/Zurich'],
    }),
    charges_tax: z
      .boolean()
      .describe('Whether invoices have tax, at the rates of the place of each sale.'),
    uses_oss: z
      .boolean()
      .describe(
        'Whether sales to consumers in other EU countries have the tax of those countries (One Stop Shop).',
      ),
    prices_include_tax: z
      .boolean()
      .describe('Whether prices include tax, unless a plan or a line overrides it.'),
    tax_rounding: choice(['line', 'invoice'], 'Where tax is rounded', {
      line: 'on each line',
      invoice: 'once for each rate',
    }),
    tax_provider: choice(taxProviders, 'Source of tax rates if `charges_tax` is true', {
      florin: "Florin's tables and the account's own rates",
      stripe_tax: "Stripe Tax, with the operator's key",
    }),
    mail_invoices: z
      .boolean()
      .describe(
        'Whether customers get a PDF of the invoice of each charge, and of each credit note, by mail.',
      ),
  })
  .meta({
    id: 'SellerProfile',
    description:
      'How an account appears on invoices and how they are taxed. Changes apply to documents issued later.',
  });

const taxName = z.string().meta({ description: 'Name of the tax.', examples: ['MWST'] });
const percentage = z.string().meta({
  description: 'Rate in percent, as a decimal.',
  examples: ['8.1'],
});

export const taxAmountSchema = z
  .object({
    name: taxName,
    percentage,
    category: choice(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], 'Tax category (UNCL 5305)', {
      S: 'taxed',
      Z: 'zero rated',
      E: 'exempt',
      AE: 'reverse charge: the buyer owes the tax',
      K: 'goods supplied to a business in another EU member state',
      G: 'goods exported from the EU',
      O: 'outside the scope of the tax',
    }),
    country: country.describe('Country of the tax: two letters of ISO 3166-1.'),
    region: region.describe(
      'Region of the tax (the part after the hyphen in ISO 3166-2); null for the country.',
    ),
    taxable_amount: minorUnits('Taxable amount, without tax'),
    amount: minorUnits('Tax amount'),
  })
  .meta({ id: 'TaxAmount', description: 'One tax of a sale.' });

export const taxRateSchema = z
  .object({
    id: ownId('taxRate', 'rate'),
    object: objectOf('tax_rate'),
    livemode,
    account_id: accountId,
    name: taxName,
    percentage,
    country: country.describe('Country of the rate: two letters of ISO 3166-1.'),
    region: region.describe(
      'Region of the rate (the part after the hyphen in ISO 3166-2); null for the whole country.',
    ),
    tax_class: z.string().meta({
      description: 'Tax class of the plans and lines it applies to.',
      examples: ['standard'],
    }),
    valid_from: z
      .string()
      .nullable()
      .meta({
        description: 'First day on which it applies (ISO 8601); null if it always has.',
        examples: ['2026-01-01'],
      }),
    valid_until: z
      .string()
      .nullable()
      .meta({
        description: 'Last day on which it applies (ISO 8601); null if it has no end.',
        examples: ['2026-12-31'],
      }),
    created_at: createdAt,
  })
  .meta({
    id: 'TaxRate',
    description:
      "An account's own tax rate, in addition to Florin's table. Only its name and last day can change.",
  });

export type AddressResource = z.output<typeof addressSchema>;
export type SellerPartyResource = z.output<typeof sellerPartySchema>;
export type BuyerPartyResource = z.output<typeof buyerPartySchema>;
export type SellerProfileResource = z.output<typeof sellerProfileSchema>;
export type TaxAmountResource = z.output<typeof taxAmountSchema>;
export type TaxRateResource = z.output<typeof taxRateSchema>;
