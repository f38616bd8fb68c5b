import { z } from 'zod';

/** What a file can be made of. */
export const exportTypes = [
  'balance_statement',
  'transactions',
  'invoices',
  'payments',
  'tax_report',
  'revenue',
  'journal',
] as const;
export const exportFormats = ['csv', 'jsonl', 'pdf'] as const;
export const exportStatuses = ['pending', 'running', 'succeeded', 'failed'] as const;

/** A file that is made in the background. */
export const exportSchema = z.object({
  id: z.string(),
  object: z.literal('export'),
  livemode: z.boolean(),
  account_id: z.string(),
  type: z.enum(exportTypes),
  format: z.enum(exportFormats),
  /** The span that it is of, both included. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  status: z.enum(exportStatuses),
  /** How many rows it has so far, and how large it is. */
  rows: z.int(),
  bytes: z.int(),
  /** Why it failed; null unless it has. */
  failure: z.string().nullable(),
  /** Where it is fetched without a token, until its file is deleted; null until it is there. */
  download_url: z.string().nullable(),
  download_expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});

export type ExportResource = z.output<typeof exportSchema>;
