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
      .describe('Format of the file: ISO 20022 camt.053 (XML) or CSV.'),
    bank_reference: z
      .string()
      .nullable()
      .describe('Id of the statement at the bank; null if none.'),
    account_number: z
      .string()
      .nullable()
      .meta({
        description:
          "IBAN of the bank account, or the bank's own account number; null if the file has none.",
        examples: ['DE89370400440532013000'],
      }),
    entry_count: z.int().describe('Number of entries.'),
    known_count: z
      .int()
      .describe('Number of entries that were already imported; these are skipped.'),
    matched_count: z.int().describe('Number of new entries that paid a payment.'),
    unmatched_count: z
      .int()
      .describe('Number of new entries that need review, as unmatched payments.'),
    created_at: createdAt,
  })
  .meta({
    id: 'BankStatement',
    description:
      'A statement of the bank account that customers pay to, with the results of its entries.',
  });

export type BankStatementResource = z.output<typeof bankStatementSchema>;

export const bankStatementImportSchema = z
  .object({
    object: objectOf('bank_statement_import'),
    statements: z
      .array(bankStatementSchema)
      .describe('Statements of the file, in order. A file can have several.'),
  })
  .meta({ id: 'BankStatementImport', description: 'Result of importing a bank file.' });

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
    bank_statement_id: idOf('bankStatement', 'Statement of the entry'),
    status: choice(unmatchedStatuses, 'Status of the money', {
      open: 'needs review',
      assigned: 'paid a payment or was credited to an account',
      returned: 'was returned at the bank',
    }),
    reason: choice(unmatchedReasons, 'Reason why it paid nothing', {
      no_reference: 'the entry has no reference',
      unknown_reference: 'no payment has this reference',
      several_references: 'the entry has several references',
      other_amount: 'the amount differs from the requested one',
      other_currency: 'the currency differs from the requested one',
      paid_before: 'the payment was already paid',
      canceled: 'the payment was canceled',
      reversal: 'the bank reverses an earlier entry',
    }),
    amount: minorUnits(
      'Amount of the entry',
      'Always positive: `direction` shows whether it was received or sent.',
    ),
    currency,
    direction: z
      .enum(['credit', 'debit'])
      .describe('`credit` for money received, `debit` for money sent.'),
    booking_date: z.iso.date().describe('Booking date of the bank (ISO 8601).'),
    payer_name: z
      .string()
      .nullable()
      .describe('Name of the payer, as the bank reports it; null if none.'),
    payer_iban: z.string().nullable().describe('IBAN of the payer; null if the bank reports none.'),
    reference: z
      .string()
      .nullable()
      .meta({
        description: 'Creditor reference (ISO 11649) from the payer; null if none.',
        examples: ['RF18539007547034'],
      }),
    remittance: z.string().nullable().describe('Text from the payer, unchanged; null if none.'),
    end_to_end_id: z
      .string()
      .nullable()
      .describe("End-to-end id of the payer's bank (ISO 20022); null if none."),
    payment_id: idOrNull(
      'paymentRequest',
      'Payment that it was assigned to',
      'Null if it was not.',
    ),
    account_id: idOrNull(
      'account',
      'Account that was credited, through a payment or directly',
      'Null if it was not.',
    ),
    note: z
      .string()
      .nullable()
      .describe('Note of the administrator who assigned or returned it; null if none.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'UnmatchedMoney',
    description: 'A bank statement entry that matches no payment.',
  });

export type UnmatchedMoneyResource = z.output<typeof unmatchedMoneySchema>;
