import { z } from 'zod';

/** Journal accounts that a seller can map to its own chart of accounts. */
export const ledgerAccountNames = [
  'receivables',
  'revenue',
  'tax_payable',
  'customer_credit',
  'cash_processor',
  'cash_balance',
  'cash_outside',
  'refunds',
  'withheld',
  'bad_debt',
  'processor_fees',
  'granted_credit',
] as const;

/** Maximum number of account mappings. */
export const LEDGER_ACCOUNTS_MAX = 200;

export const ledgerAccountSchema = z
  .object({
    account_name: z
      .enum(ledgerAccountNames)
      .describe(
        'Account of the journal. `cash_processor`, `cash_balance` and `cash_outside` are its account `bank`, split by `place`.',
      ),
    country: z
      .string()
      .nullable()
      .describe('Only for tax of this country (ISO 3166-1); null for any.'),
    tax_rate: z
      .string()
      .nullable()
      .meta({ description: 'Only for this rate, in percent; null for any.', examples: ['19'] }),
    tax_category: z
      .string()
      .nullable()
      .meta({
        description:
          'Only for this tax category (UNCL 5305), such as `AE` for reverse charge; null for any.',
        examples: ['S'],
      }),
    number: z.string().meta({
      description: "Account number in the seller's chart of accounts.",
      examples: ['8400'],
    }),
    posting_key: z
      .string()
      .nullable()
      .meta({
        description:
          'DATEV posting key (BU-Schlüssel) for postings to this account, four digits; null for none. `0040` stops DATEV from calculating tax again on an account with automatic tax.',
        examples: ['0040'],
      }),
  })
  .meta({
    id: 'LedgerAccount',
    description: "Account number of a journal account in the seller's chart of accounts.",
  });

export const datevSettingsSchema = z
  .object({
    consultant_number: z
      .int()
      .meta({ description: 'Number of the tax consultant (Berater).', examples: [29_098] }),
    client_number: z
      .int()
      .meta({ description: 'Number of the client (Mandant).', examples: [55_003] }),
    fiscal_year_start: z.string().meta({
      description: 'First day of the fiscal year, as month and day.',
      examples: ['01-01'],
    }),
    account_length: z.int().describe('Digits of general ledger account numbers, from 4 to 8.'),
  })
  .meta({ id: 'DatevSettings', description: 'Header of DATEV files.' });

export const accountingSettingsSchema = z
  .object({
    ledger_accounts: z
      .array(ledgerAccountSchema)
      .describe('Account numbers in exports. The matching entry with the most conditions wins.'),
    datev: datevSettingsSchema
      .nullable()
      .describe(
        'Header of exports of type `datev`; null until it is set. Required for these exports.',
      ),
  })
  .meta({ id: 'AccountingSettings', description: 'Bookkeeping settings for exports.' });

export type LedgerAccountResource = z.output<typeof ledgerAccountSchema>;
export type DatevSettingsResource = z.output<typeof datevSettingsSchema>;
export type AccountingSettingsResource = z.output<typeof accountingSettingsSchema>;
