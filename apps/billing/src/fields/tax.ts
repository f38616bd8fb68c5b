import { parsePercentage, supplies } from '@florin/tax';
import { z } from 'zod';

export const dayField = z.iso
  .date({ error: 'must be a date, for example 2026-01-31' })
  // Postgres has no year 0.
  .refine((day) => day >= '1900-01-01', 'must be a date from 1900-01-01 on')
  .meta({
    description: 'A date (ISO 8601), from 1900-01-01 on.',
    examples: ['2026-01-31'],
    pattern: String.raw`^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`,
  });

/** Tax class of products: `standard`, `reduced`, `low`, `zero`, `exempt`, or a custom word. */
export const taxClassField = z
  .string({ error: 'must be a word, for example reduced' })
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lowercase letters, digits and _, for example reduced')
  .meta({
    description: 'Tax class: `standard`, `reduced`, `low`, `zero`, `exempt`, or your own name.',
    examples: ['reduced'],
  });

export const supplyField = z
  .enum(supplies, { error: 'must be services or goods' })
  .describe(
    'Whether services or goods are sold. It decides the place of taxation, and the reason on invoices without tax.',
  );

/** Values with three digits are at most 100. */
const PERCENTAGE = String.raw`^(100(\.0{1,4})?|0?\d{1,2}(\.\d{1,4})?)$`;

export const percentageField = z
  .string({ error: 'must be a decimal in quotation marks, for example "8.875"' })
  .meta({
    description: 'Rate in percent, as a decimal string: 0 to 100, at most four decimals.',
    examples: ['8.875'],
    pattern: PERCENTAGE,
  })
  .transform((given, context) => {
    const percentage = parsePercentage(given);
    if (percentage !== undefined) return percentage;
    const message = 'must be from 0 to 100 with at most four decimals, for example "8.875"';
    context.issues.push({ code: 'custom', input: given, message });
    return z.NEVER;
  });
