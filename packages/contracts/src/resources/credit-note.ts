import { z } from 'zod';
import { buyerPartySchema, sellerPartySchema, taxAmountSchema } from './parties.ts';

/** Why a seller takes something back. */
export const creditReasons = [
  'duplicate',
  'returned',
  'discount',
  'cancellation',
  'error',
  'other',
] as const;

/** Where the worth of it goes: less is owed, credit for later invoices, the payer's card, or elsewhere. */
export const creditDestinations = ['invoice', 'balance', 'card', 'outside'] as const;

const instant = z.iso.datetime();

/** What a seller takes back of an invoice. Amounts are minor units, all positive. */
export const creditNoteSchema = z.object({
  id: z.string(),
  object: z.literal('credit_note'),
  livemode: z.boolean(),
  /** Without gaps per seller and series. */
  document_number: z.string(),
  account_id: z.string(),
  customer_id: z.string(),
  invoice_id: z.string(),
  /** The number of the invoice, as it shows it. */
  invoice_document_number: z.string(),
  reason: z.enum(creditReasons),
  memo: z.string().nullable(),
  credit_to: z.enum(creditDestinations),
  currency: z.string(),
  subtotal: z.int(),
  tax: z.int(),
  total: z.int(),
  taxes: z.array(taxAmountSchema),
  lines: z.array(
    z.object({
      /** The line of the invoice. */
      line_id: z.string(),
      description: z.string().nullable(),
      net_amount: z.int(),
      tax_amount: z.int(),
      amount: z.int(),
    }),
  ),
  /** The refund that gave the money back; null where none did. */
  refund_id: z.string().nullable(),
  seller: sellerPartySchema.nullable(),
  buyer: buyerPartySchema.nullable(),
  created_at: instant,
  issued_at: instant,
});

export type CreditNoteResource = z.output<typeof creditNoteSchema>;
