import { z } from 'zod';
import {
  choice,
  createdAt,
  currency,
  idOf,
  idOrNull,
  livemode,
  minorUnits,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';

export const bankStatementSchema = z
  .object({
    id: ownId('bankStatement', 'statement'),
    object: objectOf('bank_statement'),
    livemode,
    format: z
      .enum(['camt.053', 'csv'])
      .describe('What it was read from: ISO 20022 camt.053 (XML), or CSV.'),
    bank_reference: z
      .string()
      .nullable()
      .describe('The bank’s own name for the statement; null where it gives none.'),
    account_number: z
      .string()
      .nullable()
      .meta({
        description:
          'IBAN of the bank account, or the bank’s own number; null where the file does not say.',
        examples: ['DE89370400440532013000'],
      }),
    entry_count: z.int().describe('How many entries it has.'),
    known_count: z
      .int()
      .describe(
        'How many of its entries earlier statements have had already: these are passed over.',
      ),
    matched_count: z
      .int()
      .describe('How many of the new entries have paid what a customer was asked for.'),
    unmatched_count: z
      .int()
      .describe('How many of the new entries a person has to look at, as unmatched money.'),
    created_at: createdAt,
  })
  .meta({
    id: 'BankStatement',
    description:
      'A statement of the bank account that customers transfer money to, and what its entries have come to.',
  });

export type BankStatementResource = z.output<typeof bankStatementSchema>;

export const bankStatementImportSchema = z
  .object({
    object: objectOf('bank_statement_import'),
    statements: z
      .array(bankStatementSchema)
      .describe('Each statement of the file, in its order: a file may have several.'),
  })
  .meta({ id: 'BankStatementImport', description: 'What a file of the bank has come to.' });

export const unmatchedStatuses = ['open', 'assigned', 'returned'] as const;
export const unmatchedReasons = [
  'no_reference',
  'unknown_reference',
  'several_references',
  'other_amount',
  'other_currency',
  'paid_before',
  'canceled',
  'reversal',
] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

export const unmatchedMoneySchema = z
  .object({
    id: ownId('unmatchedMoney', 'entry'),
    object: objectOf('unmatched_money'),
    livemode,
    bank_statement_id: idOf('bankStatement', 'Statement that it stands in'),
    status: choice(unmatchedStatuses, 'What has become of it', {
      open: 'a person has to look at it',
      assigned: 'it pays a payment, or was deposited on an account',
      returned: 'it was given back at the bank',
    }),
    reason: choice(unmatchedReasons, 'Why nothing was paid by it', {
      no_reference: 'it names none',
      unknown_reference: 'nobody was asked by this one',
      several_references: 'it names several',
      other_amount: 'it is more or less than was asked for',
      other_currency: 'it is of another currency',
      paid_before: 'that was paid already',
      canceled: 'that is not to be paid any more',
      reversal: 'the bank takes an earlier entry back',
    }),
    amount: minorUnits('How much has moved', 'Always positive: `direction` says where to.'),
    currency,
    direction: z
      .enum(['credit', 'debit'])
      .describe('`credit` into the bank account, `debit` out of it.'),
    booking_date: z.iso
      .date()
      .describe('Day on which the bank has booked it, by its own calendar (ISO 8601).'),
    payer_name: z
      .string()
      .nullable()
      .describe('Who has paid, as their bank says; null where it does not.'),
    payer_iban: z
      .string()
      .nullable()
      .describe('IBAN that it came from; null where the bank does not say.'),
    reference: z
      .string()
      .nullable()
      .meta({
        description: 'Creditor reference (ISO 11649) that its payer has given; null without one.',
        examples: ['RF18539007547034'],
      }),
    remittance: z
      .string()
      .nullable()
      .describe('What its payer has written for the receiver, as it came; null without it.'),
    end_to_end_id: z
      .string()
      .nullable()
      .describe('What the payer’s bank calls it from end to end (ISO 20022); null without it.'),
    payment_id: idOrNull(
      'paymentRequest',
      'Payment that it was assigned to',
      'Null unless it was.',
    ),
    account_id: idOrNull(
      'account',
      'Account that it was assigned to, by a payment or as a deposit',
      'Null unless it was.',
    ),
    note: z
      .string()
      .nullable()
      .describe('What whoever assigned or returned it has noted; null without it.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'UnmatchedMoney',
    description:
      'An entry of a bank statement that could not be matched with what a customer was asked for.',
  });

export type UnmatchedMoneyResource = z.output<typeof unmatchedMoneySchema>;
