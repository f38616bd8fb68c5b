import { z } from 'zod';

/** Accounts of the journal to which a seller gives the numbers of its own chart. */
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
] as const;

/** At most as many numbers as an account may have. */
export const LEDGER_ACCOUNTS_MAX = 200;

export const ledgerAccountSchema = z
  .object({
    account_name: z
      .enum(ledgerAccountNames)
      .describe(
        'Account of the journal. `cash_processor`, `cash_balance` and `cash_outside` are `bank` by its `place`.',
      ),
    country: z
      .string()
      .nullable()
      .describe('Only for tax of this country (ISO 3166-1); null for any.'),
    tax_rate: z
      .string()
      .nullable()
      .meta({ description: 'Only for this rate, in per cent; null for any.', examples: ['19'] }),
    tax_category: z
      .string()
      .nullable()
      .meta({
        description:
          'Only for this category of tax (UNCL 5305), such as `AE` for reverse charge; null for any.',
        examples: ['S'],
      }),
    number: z.string().meta({
      description: 'Number of the account in the chart of the seller.',
      examples: ['8400'],
    }),
    posting_key: z
      .string()
      .nullable()
      .meta({
        description:
          'DATEV posting key (BU-Schlüssel) for postings to this account, four digits; null for none. `0040` keeps an account with automatic tax from computing it again.',
        examples: ['0040'],
      }),
  })
  .meta({
    id: 'LedgerAccount',
    description: 'Number of an account of the journal in the chart of the seller.',
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
    account_length: z
      .int()
      .describe('Digits of the numbers of general ledger accounts, from 4 to 8.'),
  })
  .meta({ id: 'DatevSettings', description: 'Header of the files for DATEV.' });

export const accountingSettingsSchema = z
  .object({
    ledger_accounts: z
      .array(ledgerAccountSchema)
      .describe(
        'Numbers of accounts in exports; the entry with the most conditions that hold wins.',
      ),
    datev: datevSettingsSchema
      .nullable()
      .describe('Header of exports of type `datev`; null until it is set, and none can be made.'),
  })
  .meta({ id: 'AccountingSettings', description: 'How exports fit the books of the seller.' });

export type LedgerAccountResource = z.output<typeof ledgerAccountSchema>;
export type DatevSettingsResource = z.output<typeof datevSettingsSchema>;
export type AccountingSettingsResource = z.output<typeof accountingSettingsSchema>;
