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
      'State, province or canton: what follows the hyphen in ISO 3166-2; null where it is not said.',
    examples: ['ZH'],
  });

export const addressSchema = z
  .object({
    line1: z
      .string()
      .nullable()
      .meta({ description: 'Street and number; null where not said.', examples: ['Marktgasse 1'] }),
    line2: z
      .string()
      .nullable()
      .describe('What else finds the place: floor, building; null where not said.'),
    postal_code: z
      .string()
      .nullable()
      .meta({ description: 'Postal code; null where not said.', examples: ['8001'] }),
    city: z
      .string()
      .nullable()
      .meta({ description: 'Town or city; null where not said.', examples: ['Zürich'] }),
    region,
    country,
  })
  .meta({
    id: 'Address',
    description:
      'Where somebody is. The country alone, and for some the region, decides about tax.',
  });

/** Florin's own tables, or Stripe Tax by the operator's key. */
export const taxProviders = ['florin', 'stripe_tax'] as const;
/** Tax status of a customer, as the seller knows it. */
export const taxExemptions = ['none', 'exempt', 'reverse_charge'] as const;

export const sellerPartySchema = z
  .object({
    name: z
      .string()
      .describe('Name of the seller: that of its profile, without one the id of its account.'),
    address: addressSchema.nullable().describe('Where it is; null where it has not said.'),
    tax_ids: z.array(taxIdSchema).describe('Numbers by which offices know it.'),
    email: z.string().nullable().describe('Where customers write to; null where it has not said.'),
    phone: z.string().nullable().describe('Where customers call; null where it has not said.'),
    color: z
      .string()
      .nullable()
      .meta({
        description: 'Color of headings and buttons (`#rrggbb`); null for the usual one.',
        examples: ['#0a5c8f'],
      }),
    footer: z.string().nullable().describe('What stands below its documents; null where nothing.'),
  })
  .meta({
    id: 'SellerParty',
    description: 'Who sells, as a document names it: what changes later does not change it.',
  });

export const buyerPartySchema = z
  .object({
    name: z.string().nullable().describe('The person; null where it is not known.'),
    company: z.string().nullable().describe('The business; null for a person.'),
    email: z.string().nullable().describe('Where it is written to; null where it is not known.'),
    address: addressSchema.nullable().describe('Where it is; null where it is not known.'),
    shipping_address: addressSchema
      .nullable()
      .describe('Where it gets what it buys; null where that is at `address`.'),
    tax_ids: z.array(taxIdSchema).describe('Numbers by which offices know it.'),
  })
  .meta({
    id: 'BuyerParty',
    description: 'Who buys, as a document names them: what changes later does not change it.',
  });

export const sellerProfileSchema = z
  .object({
    object: objectOf('seller_profile'),
    livemode,
    account_id: accountId,
    legal_name: z
      .string()
      .nullable()
      .describe('Name under which it sells, as documents show it; null where it has not said.'),
    address: addressSchema
      .nullable()
      .describe(
        'Where it is, which decides about its tax; null where it has not said. It is needed to charge tax.',
      ),
    tax_ids: z.array(taxIdSchema).describe('Numbers by which offices know it, up to five.'),
    email: z.string().nullable().describe('Where customers write to; null where it has not said.'),
    phone: z.string().nullable().describe('Where customers call; null where it has not said.'),
    logo: z
      .string()
      .nullable()
      .describe('Logo of its documents: a PNG or JPEG as a data URL (RFC 2397); null without one.'),
    color: z
      .string()
      .nullable()
      .meta({
        description: 'Color of headings and buttons (`#rrggbb`); null for the usual one.',
        examples: ['#0a5c8f'],
      }),
    footer: z.string().nullable().describe('What stands below its documents; null where nothing.'),
    invoice_number_format: z
      .string()
      .nullable()
      .meta({
        description:
          'How invoices are numbered: `{number}` is the number, `{number:5}` the same with at least five digits, `{year}` the year, with which numbers begin anew; null for the bare number.',
        examples: ['INV-{year}-{number:5}'],
      }),
    credit_note_number_format: z
      .string()
      .meta({ description: 'How credit notes are numbered, likewise.', examples: ['CN-{number}'] }),
    payment_terms_days: z
      .int()
      .describe(
        'Days that a customer has to pay a one-off invoice, where the invoice does not say.',
      ),
    timezone: z.string().meta({
      description:
        'Time zone (IANA) by whose calendar days and years of its documents are counted; the account’s, until it says another one.',
      examples: ['Europe/Zurich'],
    }),
    charges_tax: z
      .boolean()
      .describe('Whether its invoices bear tax, by the rates of the place of each sale.'),
    uses_oss: z
      .boolean()
      .describe(
        'Whether sales to consumers in other countries of the EU bear the tax of those (One Stop Shop).',
      ),
    prices_include_tax: z
      .boolean()
      .describe('Whether prices include the tax, where a plan or a line does not say.'),
    tax_rounding: choice(['line', 'invoice'], 'Where tax is rounded', {
      line: 'on each line',
      invoice: 'once for each rate',
    }),
    tax_provider: choice(taxProviders, 'Decides about tax where `charges_tax` is true', {
      florin: "Florin's tables and the account's own rates",
      stripe_tax: 'Stripe Tax, by the key of the operator',
    }),
    mail_invoices: z
      .boolean()
      .describe(
        'Whether customers are mailed a PDF of the invoice of each charge, and of each credit note.',
      ),
  })
  .meta({
    id: 'SellerProfile',
    description:
      'How an account appears on its invoices, and how they are taxed. A change counts for what is issued from then on.',
  });

const taxName = z.string().meta({ description: 'Name of the tax.', examples: ['MWST'] });
const percentage = z.string().meta({
  description: 'Rate in per cent, as a decimal.',
  examples: ['8.1'],
});

export const taxAmountSchema = z
  .object({
    name: taxName,
    percentage,
    category: choice(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], 'Why it is this rate (UNCL 5305)', {
      S: 'taxed',
      Z: 'taxed at zero',
      E: 'exempt',
      AE: 'the buyer owes it (reverse charge)',
      K: 'goods supplied to a business in another member state of the EU',
      G: 'goods exported from the EU',
      O: 'outside the scope of the tax',
    }),
    country: country.describe('Country whose tax it is: two letters of ISO 3166-1.'),
    region: region.describe(
      'Region whose tax it is (ISO 3166-2, what follows the hyphen); null where it is the country’s.',
    ),
    taxable_amount: minorUnits('What it is on, without the tax'),
    amount: minorUnits('The tax'),
  })
  .meta({ id: 'TaxAmount', description: 'What a sale bears of one tax.' });

export const taxRateSchema = z
  .object({
    id: ownId('taxRate', 'rate'),
    object: objectOf('tax_rate'),
    livemode,
    account_id: accountId,
    name: taxName,
    percentage,
    country: country.describe('Country in which it is charged: two letters of ISO 3166-1.'),
    region: region.describe(
      'Region in which it is charged (ISO 3166-2, what follows the hyphen); null for the whole country.',
    ),
    tax_class: z.string().meta({
      description: 'Class of the plans and lines that bear it.',
      examples: ['standard'],
    }),
    valid_from: z
      .string()
      .nullable()
      .meta({
        description: 'First day on which it counts (ISO 8601); null where it always has.',
        examples: ['2026-01-01'],
      }),
    valid_until: z
      .string()
      .nullable()
      .meta({
        description: 'Last day on which it counts (ISO 8601); null without an end.',
        examples: ['2026-12-31'],
      }),
    created_at: createdAt,
  })
  .meta({
    id: 'TaxRate',
    description:
      'A rate that an account charges somewhere, beside those that Florin knows. Only its last day ever changes.',
  });

export type AddressResource = z.output<typeof addressSchema>;
export type SellerPartyResource = z.output<typeof sellerPartySchema>;
export type BuyerPartyResource = z.output<typeof buyerPartySchema>;
export type SellerProfileResource = z.output<typeof sellerProfileSchema>;
export type TaxAmountResource = z.output<typeof taxAmountSchema>;
export type TaxRateResource = z.output<typeof taxRateSchema>;
