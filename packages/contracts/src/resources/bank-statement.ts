import { z } from 'zod';

/** A statement of the bank account that customers transfer money to, as far as it was read. */
export const bankStatementSchema = z.object({
  id: z.string(),
  object: z.literal('bank_statement'),
  livemode: z.boolean(),
  format: z.enum(['camt.053', 'csv']),
  /** The bank's own name for it. */
  bank_reference: z.string().nullable(),
  /** IBAN, or the bank's own number. */
  account_number: z.string().nullable(),
  entry_count: z.int(),
  /** Of the entries, those that earlier statements have had already. */
  known_count: z.int(),
  /** Of the new ones, those that have paid what a customer was asked for. */
  matched_count: z.int(),
  /** Of the new ones, those that a person has to look at. */
  unmatched_count: z.int(),
  created_at: z.iso.datetime(),
});

export type BankStatementResource = z.output<typeof bankStatementSchema>;

/** What a file of the bank has come to: several statements, where the file has several. */
export const bankStatementImportSchema = z.object({
  object: z.literal('bank_statement_import'),
  statements: z.array(bankStatementSchema),
});

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

/** Money on the bank account that nobody was asked for in this way. Amounts are minor units. */
export const unmatchedMoneySchema = z.object({
  id: z.string(),
  object: z.literal('unmatched_money'),
  livemode: z.boolean(),
  bank_statement_id: z.string(),
  status: z.enum(unmatchedStatuses),
  reason: z.enum(unmatchedReasons),
  amount: z.int(),
  currency: z.string(),
  /** Into the bank account, or out of it. */
  direction: z.enum(['credit', 'debit']),
  /** By the bank's calendar. */
  booking_date: z.iso.date(),
  payer_name: z.string().nullable(),
  payer_iban: z.string().nullable(),
  /** A creditor reference (ISO 11649), as its payer has given it. */
  reference: z.string().nullable(),
  remittance: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  /** What it was assigned to. */
  payment_id: z.string().nullable(),
  account_id: z.string().nullable(),
  note: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type UnmatchedMoneyResource = z.output<typeof unmatchedMoneySchema>;
