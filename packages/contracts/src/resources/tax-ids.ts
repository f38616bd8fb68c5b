import { z } from 'zod';
import { choice } from './members.ts';

export const taxIdTypes = ['vat', 'other'] as const;

export const taxIdSchema = z
  .object({
    type: choice(taxIdTypes, 'What kind of number it is', {
      vat: 'a VAT id, in the form of its country',
      other: 'any other, as it was written',
    }),
    value: z.string().meta({
      description: 'The number, without blanks where it is a VAT id.',
      examples: ['DE136695976'],
    }),
  })
  .meta({ id: 'TaxId', description: 'A number by which a tax office knows a business.' });

export const taxIdStatuses = ['pending', 'verified', 'unverified', 'unavailable'] as const;
export const taxIdSources = ['vies', 'hmrc', 'person', 'test'] as const;

export const taxIdVerificationSchema = z
  .object({
    status: choice(taxIdStatuses, 'Result of the check', {
      pending: 'a tax office is being asked, and asked again while it gives no answer',
      verified: 'valid: the id decides about tax',
      unverified: 'the tax office does not know the id',
      unavailable: 'no tax office answers for this country, or none did for five days',
    }),
    source: choice(taxIdSources, 'Origin of the result', {
      vies: 'VIES of the European Commission',
      hmrc: 'HM Revenue & Customs of the United Kingdom',
      person: 'a person of the account vouched for the id',
      test: 'test mode, where no tax office is asked',
    }).nullable(),
    checked_at: z.iso
      .datetime()
      .nullable()
      .describe('Time of the result (ISO 8601); null before it.'),
    consultation_number: z
      .string()
      .nullable()
      .describe(
        'Proof of the check, as the office numbers it; null where it gave none. It is given where the seller profile has a VAT id of the same office.',
      ),
    vouched_by_id: z
      .string()
      .nullable()
      .describe(
        'Id of the user or the API key that vouched for it; null where a tax office answered.',
      ),
    reason: z
      .string()
      .nullable()
      .describe('Reason for vouching; null where a tax office answered.'),
  })
  .meta({ id: 'TaxIdVerification', description: 'Result of checking a VAT id.' });

export const customerTaxIdSchema = taxIdSchema
  .extend({
    verification: taxIdVerificationSchema
      .nullable()
      .optional()
      .describe(
        'Result of checking a VAT id; null for ids of the type `other`. Absent in old events.',
      ),
  })
  .meta({
    id: 'CustomerTaxId',
    description: 'Tax id of a customer, with the result of its check.',
  });

export type TaxIdResource = z.output<typeof taxIdSchema>;
export type TaxIdVerificationResource = z.output<typeof taxIdVerificationSchema>;
