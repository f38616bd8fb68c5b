import { z } from 'zod';
import { withFormerNames } from '../former-names.ts';
import { addressSchema, taxExemptions, taxIdSchema } from './parties.ts';

/** A customer of an account as clients see it. */
export const customerSchema = z.object({
  id: z.string(),
  object: z.literal('customer'),
  livemode: z.boolean(),
  account_id: z.string(),
  external_id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** The business that it is; null for a person. */
  company: z.string().nullable().optional(),
  address: addressSchema.nullable().optional(),
  shipping_address: addressSchema.nullable().optional(),
  tax_ids: z.array(taxIdSchema).optional(),
  /** Whether it owes tax: exempt, or itself in place of the seller. */
  tax_exempt: z.enum(taxExemptions).optional(),
  /** Of its invoices and pages (BCP 47); null for the account's. */
  language: z.string().nullable().optional(),
  /** The account's, where it is said. */
  currency: z.string().nullable().optional(),
  metadata: z.record(z.string(), z.json()),
  /** Minor units that the next invoices use up; never negative. */
  credit_balance: z.int(),
  /** Of the credit balance; null while there never was any. */
  credit_currency: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export const creditEntryFormerNames = {
  subscription: 'subscription_id',
  invoice: 'invoice_id',
} as const;

const entrySchema = z.object({
  id: z.string(),
  object: z.literal('credit_entry'),
  livemode: z.boolean(),
  /** Made by an invoice, used for one, or given back as one was void or given up; or by a credit note. */
  type: z.enum(['granted', 'applied', 'returned', 'credit_note']),
  /** With whom. */
  account_id: z.string(),
  customer_id: z.string(),
  /** Minor units; negative where credit was used. */
  amount: z.int(),
  balance_after: z.int(),
  currency: z.string(),
  /** Null where a credit note of a one-off invoice made it. */
  subscription_id: z.string().nullable(),
  invoice_id: z.string(),
  credit_note_id: z.string().nullable(),
  /** What the invoice billed: `period:<n>` or `change:<id>`. */
  cause: z.string(),
  created_at: z.iso.datetime(),
});

/** A change of the credit that a customer, or an account that pays, has with a seller. */
export const creditEntrySchema = withFormerNames(entrySchema, creditEntryFormerNames);

export type CreditEntryResource = z.output<typeof creditEntrySchema>;
export type CustomerResource = z.output<typeof customerSchema>;
