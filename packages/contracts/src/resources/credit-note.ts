import { z } from 'zod';
import {
  choice,
  createdByClock,
  currency,
  idOf,
  idOrNull,
  instant,
  livemode,
  minorUnits,
  objectOf,
  ownId,
} from './members.ts';
import { buyerPartySchema, sellerPartySchema, taxAmountSchema } from './parties.ts';

/** Reasons of credit notes. */
export const creditReasons = [
  'duplicate',
  'returned',
  'discount',
  'cancellation',
  'error',
  'other',
] as const;

/**
 * Where the credited amount goes: less is owed, credit for later invoices, the payer's card, or
 * elsewhere.
 */
export const creditDestinations = ['invoice', 'balance', 'card', 'outside'] as const;

const lineSchema = z
  .object({
    line_id: z.string().meta({ description: 'Line of the invoice that is credited (`li_…`).' }),
    description: z.string().nullable().describe('Description of the invoice line; null if none.'),
    net_amount: minorUnits('Credited amount without tax'),
    tax_amount: minorUnits('Credited tax'),
    amount: minorUnits('Credited amount with tax'),
  })
  .meta({
    id: 'CreditNoteLine',
    description: 'The credited part of an invoice line.',
  });

export const creditNoteSchema = z
  .object({
    id: ownId('creditNote', 'credit note'),
    object: objectOf('credit_note'),
    livemode,
    document_number: z.string().meta({
      description:
        'Number on documents: without gaps per seller and, if the format has the year, per year.',
      examples: ['CN-17'],
    }),
    account_id: idOf('account', 'Seller'),
    customer_id: z
      .string()
      .describe('Customer or account of the invoice, as the invoice names it.'),
    resolved_customer_id: idOrNull(
      'customer',
      'The customer, regardless of how `customer_id` names them',
      'Null if an account pays; absent in old events.',
    ).optional(),
    invoice_id: idOf('invoice', 'Invoice that is credited'),
    invoice_document_number: z.string().meta({
      description: 'Number of that invoice on documents.',
      examples: ['INV-2026-00042'],
    }),
    reason: z.enum(creditReasons).describe('Reason for the credit note. Informational.'),
    memo: z.string().nullable().describe('Note on the document; null if none.'),
    credit_to: choice(creditDestinations, 'Where the credited amount goes', {
      invoice: 'reduces the amount owed',
      balance: 'becomes credit for later invoices',
      card: 'is refunded to the original payment method',
      outside: 'was refunded outside of Florin',
    }),
    currency,
    subtotal: minorUnits('Credited amount without tax'),
    tax: minorUnits('Credited tax'),
    total: minorUnits('Credited amount with tax', 'Always positive.'),
    taxes: z.array(taxAmountSchema).describe('Credited tax by rate.'),
    lines: z.array(lineSchema).describe('Credited lines of the invoice.'),
    refund_id: idOrNull(
      'refund',
      'Refund of the credited amount',
      'Null unless `credit_to` is `card`.',
    ),
    seller: sellerPartySchema
      .nullable()
      .describe('The seller when the credit note was issued; null for a seller without a profile.'),
    buyer: buyerPartySchema
      .nullable()
      .describe('The buyer when the credit note was issued; null if nothing is known.'),
    created_at: createdByClock,
    issued_at: instant('When it was issued (RFC 3339, UTC), by the same clock.'),
  })
  .meta({
    id: 'CreditNote',
    description:
      'Credits all or part of an invoice. A credit note never changes; all credit notes of an invoice together never exceed it.',
  });

export type CreditNoteResource = z.output<typeof creditNoteSchema>;
