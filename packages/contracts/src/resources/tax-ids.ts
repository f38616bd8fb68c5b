import { z } from 'zod';
import { choice } from './members.ts';

export const taxIdTypes = ['vat', 'other'] as const;

export const taxIdSchema = z
  .object({
    type: choice(taxIdTypes, 'Type of the number', {
      vat: 'a VAT ID in the form of its country',
      other: 'any other number, stored unchanged',
    }),
    value: z.string().meta({
      description: 'The number; VAT IDs without spaces.',
      examples: ['DE136695976'],
    }),
  })
  .meta({ id: 'TaxId', description: 'A tax id of a business.' });

export const taxIdStatuses = ['pending', 'verified', 'unverified', 'unavailable'] as const;
export const taxIdSources = ['vies', 'hmrc', 'person', 'test'] as const;

export const taxIdVerificationSchema = z
  .object({
    status: choice(taxIdStatuses, 'Result of the check', {
      pending: 'the tax office has not answered yet; the check is retried',
      verified: 'valid: the id is used for tax',
      unverified: 'the tax office does not know the id',
      unavailable: 'no tax office answers for this country, or it did not answer for five days',
    }),
    source: choice(taxIdSources, 'Source of the result', {
      vies: 'VIES of the European Commission',
      hmrc: 'HM Revenue & Customs of the United Kingdom',
      person: 'a member of the account vouched for the id',
      test: 'test mode, where no tax office is asked',
    }).nullable(),
    checked_at: z.iso
      .datetime()
      .nullable()
      .describe('Time of the result (ISO 8601); null until then.'),
    consultation_number: z
      .string()
      .nullable()
      .describe(
        'Consultation number of the tax office; null if none. It is issued if the seller profile has a VAT ID of the same office.',
      ),
    vouched_by_id: z
      .string()
      .nullable()
      .describe('Id of the user or API key that vouched for it; null if a tax office answered.'),
    reason: z.string().nullable().describe('Reason for vouching; null if a tax office answered.'),
  })
  .meta({ id: 'TaxIdVerification', description: 'Result of checking a VAT ID.' });

export const customerTaxIdSchema = taxIdSchema
  .extend({
    verification: taxIdVerificationSchema
      .nullable()
      .optional()
      .describe(
        'Result of checking a VAT ID; null for ids of the type `other`. Absent in old events.',
      ),
  })
  .meta({
    id: 'CustomerTaxId',
    description: 'Tax id of a customer, with the result of its check.',
  });

export type TaxIdResource = z.output<typeof taxIdSchema>;
export type TaxIdVerificationResource = z.output<typeof taxIdVerificationSchema>;
