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

/** Types of exports. */
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
    type: choice(exportTypes, 'Content of the export', {
      balance_statement: 'movements of the balance, with the balance before and after',
      transactions: 'transactions',
      invoices: 'issued invoices',
      payments: 'payment requests',
      tax_report: 'tax by month and place, net of credit notes',
      revenue: 'revenue earned by month, and recurring revenue',
      journal: 'bookkeeping entries, debits and credits of each document',
      credit_notes: 'issued credit notes',
      datev: 'the journal as a DATEV posting batch (EXTF 700, Buchungsstapel 13)',
    }),
    format: z
      .enum(exportFormats)
      .describe(
        '`csv` (RFC 4180), `jsonl` (one JSON object a line), or `pdf` (balance statements only).',
      ),
    from: instant('Start of the time range, included (RFC 3339, UTC).'),
    to: instant('End of the time range, included (RFC 3339, UTC).'),
    status: choice(exportStatuses, 'Status of the export', {
      pending: 'not started',
      running: 'being written',
      succeeded: 'ready to download',
      failed: 'could not be written',
    }),
    rows: z.int().describe('Number of rows written so far.'),
    bytes: z.int().describe('Size so far, in bytes.'),
    failure: z
      .string()
      .nullable()
      .describe('Human-readable reason of the failure; null unless it failed.'),
    download_url: z
      .string()
      .nullable()
      .describe(
        'Download URL without a token, valid for seven days after the export finished; null until it is ready.',
      ),
    download_expires_at: instantOrNull(
      'When the download URL expires (RFC 3339, UTC); null until the file is ready.',
    ),
    created_at: createdAt,
    finished_at: instantOrNull(
      'When the export succeeded or failed (RFC 3339, UTC); null until then.',
    ),
  })
  .meta({ id: 'Export', description: 'A file that is written in the background.' });

export type ExportResource = z.output<typeof exportSchema>;
