import {
  type AddressResource,
  type TaxIdResource,
  taxExemptions,
  taxIdTypes,
} from '@florin/contracts';
import { languageField, text } from '@florin/http-api';
import { parseVatId } from '@florin/tax';
import { z } from 'zod';

const LINE_LENGTH_MAX = 200;
const TAX_IDS_MAX = 5;

const lineField = text(LINE_LENGTH_MAX).nullish().default(null);

/** Every code of ISO 3166-1 that Intl has a name for. */
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A country by its code; becomes upper case. */
export const countryField = z
  .string({ error: 'must be an ISO 3166-1 code of two letters, for example DE' })
  .meta({ examples: ['DE'] })
  .transform((code, context) => {
    const country = code.toUpperCase();
    if (/^[A-Z]{2}$/.test(country) && country !== 'ZZ' && countryNames.of(country)) return country;
    const message = 'must be an ISO 3166-1 code of two letters, for example DE';
    context.issues.push({ code: 'custom', input: code, message });
    return z.NEVER;
  });

export const regionField = z
  .string({ error: 'must be what follows the hyphen in ISO 3166-2, for example CA' })
  .regex(/^[A-Za-z0-9]{1,3}$/, 'must be what follows the hyphen in ISO 3166-2, for example CA')
  .transform((region) => region.toUpperCase());

export const addressField = z
  .object({
    line1: lineField,
    line2: lineField,
    postal_code: text(20).nullish().default(null),
    city: lineField,
    region: regionField.nullish().default(null),
    country: countryField,
  })
  .meta({
    examples: [{ line1: 'Marktgasse 1', postal_code: '8001', city: 'Zürich', country: 'CH' }],
  })
  .transform((address): AddressResource => address);

/** Ids by which offices know somebody; a VAT id is checked for its form. */
export const taxIdsField = z
  .array(
    z
      .object({ type: z.enum(taxIdTypes).default('vat'), value: text(50) })
      .transform(({ type, value }, context): TaxIdResource => {
        if (type === 'other') return { type, value };
        const id = parseVatId(value);
        if (id) return { type, value: id.value };
        const message =
          'value: must have the form of a VAT id, for example DE136695976; others have the type other';
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }),
  )
  .max(TAX_IDS_MAX, `must have at most ${TAX_IDS_MAX} entries`);

/** What a customer may say of itself for its invoices, beside name and email. */
export const buyerFields = {
  company: text(LINE_LENGTH_MAX).nullish(),
  address: addressField.nullish(),
  shipping_address: addressField.nullish(),
  tax_ids: taxIdsField.optional(),
  tax_exempt: z.enum(taxExemptions).optional(),
  language: languageField.nullish(),
};
