import {
  type AddressResource,
  countriesMeant,
  countryCodes,
  type TaxIdResource,
  taxExemptions,
  taxIdTypes,
} from '@florin/contracts';
import { languageField, text } from '@florin/http-api';
import { parseVatId } from '@florin/tax';
import { z } from 'zod';

const LINE_LENGTH_MAX = 200;
const TAX_IDS_MAX = 5;
const REFERENCE_LENGTH_MAX = 100;

const lineField = (description: string) =>
  text(LINE_LENGTH_MAX).nullish().default(null).describe(description);

const COUNTRY = 'must be a two-letter ISO 3166-1 code, for example DE';

/** A country code, converted to upper case. */
export const countryField = z
  .string({ error: COUNTRY })
  .meta({
    description: 'Country: two letters of ISO 3166-1.',
    ...{ examples: ['DE'], pattern: '^[A-Za-z]{2}$' },
  })
  .transform((code, context) => {
    const country = code.toUpperCase();
    if (countryCodes.has(country)) return country;
    context.issues.push({ code: 'custom', input: code, message: refusalOfCountry(country) });
    return z.NEVER;
  });

function refusalOfCountry(code: string): string {
  const meant = countriesMeant.get(code);
  if (meant !== undefined) return `${code} is not an ISO 3166-1 country; did you mean ${meant}?`;
  if (code === 'EU') return 'EU is not a country; use the member state, for example DE';
  return COUNTRY;
}

export const regionField = z
  .string({ error: 'must be the part after the hyphen in ISO 3166-2, for example CA' })
  .regex(/^[A-Za-z0-9]{1,3}$/, 'must be the part after the hyphen in ISO 3166-2, for example CA')
  .meta({
    description: 'State, province or canton: the part after the hyphen in ISO 3166-2.',
    examples: ['CA'],
  })
  .transform((region) => region.toUpperCase());

export const addressField = z
  .object({
    line1: lineField('Street and number.'),
    line2: lineField('Additional address line: floor, building.'),
    postal_code: text(20).nullish().default(null).describe('Postal code.'),
    city: lineField('Town or city.'),
    region: regionField
      .nullish()
      .default(null)
      .describe(
        'State, province or canton: the part after the hyphen in ISO 3166-2. It decides about tax if the rate applies to a region.',
      ),
    country: countryField,
  })
  .meta({
    id: 'NewAddress',
    description: 'An address. Only the country is required.',
    examples: [{ line1: 'Marktgasse 1', postal_code: '8001', city: 'Zürich', country: 'CH' }],
  })
  .transform((address): AddressResource => address);

const NO_VAT_ID = 'not a VAT ID, for example DE136695976; check its digits';

/** A VAT ID, converted to upper case, without spaces, dots and hyphens. */
export const vatIdField = text(50)
  .meta({ description: 'The VAT ID.', examples: ['DE136695976'] })
  .transform((value, context) => {
    const id = parseVatId(value);
    if (id) return id.value;
    context.issues.push({ code: 'custom', input: value, message: NO_VAT_ID });
    return z.NEVER;
  });

/** Tax ids of a seller or a customer. The format and check digits of VAT IDs are verified. */
export const taxIdsField = z
  .array(
    z
      .object({
        type: z
          .enum(taxIdTypes)
          .default('vat')
          .describe(
            '`vat` for a VAT ID, whose form and check digits are verified; `other` for any other number.',
          ),
        value: text(50).meta({ description: 'The number.', examples: ['DE136695976'] }),
      })
      .meta({ id: 'NewTaxId', description: 'A tax id.' })
      .transform(({ type, value }, context): TaxIdResource => {
        if (type === 'other') return { type, value };
        const id = parseVatId(value);
        if (id) return { type, value: id.value };
        const message = `value: ${NO_VAT_ID}, or use the type other`;
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }),
  )
  .max(TAX_IDS_MAX, `must have at most ${TAX_IDS_MAX} entries`)
  .describe('Tax ids; replaces all existing ones. At most five.');

/** Fields of a customer's invoices besides name and email address. */
export const buyerFields = {
  company: text(LINE_LENGTH_MAX)
    .nullish()
    .meta({ description: 'Name of the business; omit it for a person.', examples: ['Ada AG'] }),
  address: addressField.nullish().describe('Billing address, as on invoices.'),
  shipping_address: addressField
    .nullish()
    .describe("Delivery address, if different. It decides which country's tax applies."),
  tax_ids: taxIdsField.optional(),
  tax_exempt: z
    .enum(taxExemptions)
    .optional()
    .describe(
      'Tax status. `none`: taxed normally; `exempt`: exempt from tax; `reverse_charge`: the customer owes the tax, which needs a VAT ID of another EU member state; without one the customer is taxed normally.',
    ),
  language: languageField.nullish().meta({
    description:
      'Language of invoices, pages and mails (BCP 47). Default: the language of the account.',
    examples: ['fr'],
  }),
  po_number: text(REFERENCE_LENGTH_MAX)
    .nullish()
    .meta({
      description:
        'Number of the purchase order, printed on invoices and sent in e-invoices (BT-13).',
      examples: ['PO-2026-117'],
    }),
  buyer_reference: text(REFERENCE_LENGTH_MAX)
    .nullish()
    .meta({
      description:
        'Reference that routes invoices within the organization of the buyer, such as a Leitweg-ID, printed on invoices and sent in e-invoices (BT-10).',
      examples: ['04011000-12345-03'],
    }),
};
