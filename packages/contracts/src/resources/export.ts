import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  instant,
  instantOrNull,
  livemode,
  objectOf,
  ownId,
} from './members.ts';

/** What a file can be made of. */
export const exportTypes = [
  'balance_statement',
  'transactions',
  'invoices',
  'payments',
  'tax_report',
  'revenue',
  'journal',
  'credit_notes',
  'datev',
] as const;
export const exportFormats = ['csv', 'jsonl', 'pdf'] as const;
export const exportStatuses = ['pending', 'running', 'succeeded', 'failed'] as const;

export const exportSchema = z
  .object({
    id: ownId('export', 'export'),
    object: objectOf('export'),
    livemode,
    account_id: accountId,
    type: choice(exportTypes, 'What the file holds', {
      balance_statement: 'what has moved the balance, with what it was before and after',
      transactions: 'transactions',
      invoices: 'invoices that were issued',
      payments: 'payments that customers were asked for',
      tax_report: 'tax by month and place, less that of credit notes',
      revenue: 'what each month has earned of what was sold, and what recurs',
      journal: 'entries for bookkeeping, debits and credits of each document',
      credit_notes: 'credit notes that were issued',
      datev: 'the journal as a posting batch for DATEV (EXTF 700, Buchungsstapel 13)',
    }),
    format: z
      .enum(exportFormats)
      .describe(
        '`csv` (RFC 4180), `jsonl` (a JSON object a line), or `pdf`, of a balance statement alone.',
      ),
    from: instant('Where the span begins (RFC 3339, UTC), included.'),
    to: instant('Where the span ends (RFC 3339, UTC), included.'),
    status: choice(exportStatuses, 'How far it is', {
      pending: 'it has not begun',
      running: 'it is being written',
      succeeded: 'it can be fetched',
      failed: 'it could not be written',
    }),
    rows: z.int().describe('How many rows it has so far.'),
    bytes: z.int().describe('How large it is so far, in bytes.'),
    failure: z.string().nullable().describe('Why it failed, for people; null unless it has.'),
    download_url: z
      .string()
      .nullable()
      .describe(
        'Where the file is fetched without a token, for seven days after it was finished; null until it is there.',
      ),
    download_expires_at: instantOrNull(
      'Until when that address works (RFC 3339, UTC); null until the file is there.',
    ),
    created_at: createdAt,
    finished_at: instantOrNull('When it succeeded or failed (RFC 3339, UTC); null until then.'),
  })
  .meta({ id: 'Export', description: 'A file that is written in the background.' });

export type ExportResource = z.output<typeof exportSchema>;
