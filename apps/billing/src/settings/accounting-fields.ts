import { LEDGER_ACCOUNTS_MAX, ledgerAccountNames } from '@florin/contracts';
import { taxCategories } from '@florin/tax';
import { z } from 'zod';
import { countryField } from '../fields/party.ts';
import { percentageField } from '../fields/tax.ts';

const noNumber = 'must be 1 to 20 letters, digits, dots or hyphens, for example 8400';
const noPostingKey = 'must be 1 to 4 digits, for example 40';
const noDay = 'must be a month and a day, for example 01-01';

const ledgerAccountField = z
  .object({
    account_name: z
      .enum(ledgerAccountNames, { error: 'must be a journal account, for example revenue' })
      .describe('Journal account.'),
    country: countryField
      .nullish()
      .default(null)
      .describe('Only for tax of this country (ISO 3166-1).'),
    tax_rate: percentageField
      .nullish()
      .default(null)
      .meta({ description: 'Only for this rate, in percent.', examples: ['19'] }),
    tax_category: z
      .enum(taxCategories, { error: `must be one of ${taxCategories.join(', ')}` })
      .nullish()
      .default(null)
      .describe('Only for this tax category (UNCL 5305), such as `AE` for reverse charge.'),
    number: z
      .string({ error: noNumber })
      .regex(/^[A-Za-z0-9.-]{1,20}$/, noNumber)
      .meta({ description: 'Account number in your chart of accounts.', examples: ['8400'] }),
    posting_key: z
      .string({ error: noPostingKey })
      .regex(/^\d{1,4}$/, noPostingKey)
      .transform((key) => key.padStart(4, '0'))
      .nullish()
      .default(null)
      .meta({
        description:
          'DATEV posting key (BU-Schlüssel) for postings to this account. `40` stops DATEV from calculating tax again on an account with automatic tax.',
        examples: ['40'],
      }),
  })
  .meta({
    id: 'NewLedgerAccount',
    description: "Account number of a journal account in the seller's chart of accounts.",
  });

const integer = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.int(error).min(from, error).max(to, error);
};

const datevField = z
  .object({
    consultant_number: integer(1_001, 9_999_999).meta({
      description: 'Number of the tax consultant (Berater).',
      examples: [29_098],
    }),
    client_number: integer(1, 99_999).meta({
      description: 'Number of the client (Mandant).',
      examples: [55_003],
    }),
    fiscal_year_start: z
      .string({ error: noDay })
      .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, noDay)
      .default('01-01')
      .meta({
        description: 'First day of the fiscal year, as month and day; at most the 28th.',
        examples: ['01-01'],
      }),
    account_length: integer(4, 8).default(4).describe('Digits of general ledger account numbers.'),
  })
  .meta({ id: 'NewDatevSettings', description: 'Header of DATEV files.' });

export const accountingField = z
  .object({
    ledger_accounts: z
      .array(ledgerAccountField)
      .max(LEDGER_ACCOUNTS_MAX, `must have at most ${LEDGER_ACCOUNTS_MAX} entries`)
      .optional()
      .describe(
        'Account numbers in exports; replaces all existing entries. At most 200. The matching entry with the most conditions wins.',
      ),
    datev: datevField
      .nullish()
      .describe('Header of exports of type `datev`; null removes it. Required for these exports.'),
  })
  .meta({
    id: 'AccountingSettingsUpdate',
    description: 'Bookkeeping settings for exports; omitted fields stay.',
  });
