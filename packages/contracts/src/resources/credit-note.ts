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

const lineSchema = z
  .object({
    line_id: z
      .string()
      .meta({ description: 'The line of the invoice that is taken back (`li_…`).' }),
    description: z
      .string()
      .nullable()
      .describe('What the line of the invoice says; null where it says nothing.'),
    net_amount: minorUnits('What of it is taken back without tax'),
    tax_amount: minorUnits('The tax on that'),
    amount: minorUnits('Both together'),
  })
  .meta({
    id: 'CreditNoteLine',
    description: 'What a credit note takes back of a line of its invoice.',
  });

export const creditNoteSchema = z
  .object({
    id: ownId('creditNote', 'credit note'),
    object: objectOf('credit_note'),
    livemode,
    document_number: z.string().meta({
      description:
        'Its number as documents show it: without gaps for each seller and, where the format has the year, each year.',
      examples: ['CN-17'],
    }),
    account_id: idOf('account', 'Who sells'),
    customer_id: z
      .string()
      .describe('Customer or account that the invoice is of, as the invoice names it.'),
    resolved_customer_id: idOrNull(
      'customer',
      'The customer, whatever `customer_id` calls them',
      'Null when an account pays; absent in old events.',
    ).optional(),
    invoice_id: idOf('invoice', 'Invoice that it takes something back of'),
    invoice_document_number: z.string().meta({
      description: 'Number of that invoice, as documents show it.',
      examples: ['INV-2026-00042'],
    }),
    reason: z
      .enum(creditReasons)
      .describe('Why it was issued, in the words of whoever did. It changes nothing else.'),
    memo: z.string().nullable().describe('What its seller says on it; null where nothing.'),
    credit_to: choice(creditDestinations, 'Where the worth of it goes', {
      invoice: 'less is owed of the invoice',
      balance: 'it is credit, which later invoices use up',
      card: 'the payer gets it back by the way they have paid',
      outside: 'it was given back outside of Florin',
    }),
    currency,
    subtotal: minorUnits('What is taken back without tax'),
    tax: minorUnits('The tax on that'),
    total: minorUnits('Both together', 'Always positive.'),
    taxes: z.array(taxAmountSchema).describe('The tax of it, for each rate.'),
    lines: z
      .array(lineSchema)
      .describe(
        'What is taken back of each line of the invoice: only lines of which something is.',
      ),
    refund_id: idOrNull(
      'refund',
      'Refund by which the money goes back',
      'Null unless `credit_to` is `card`.',
    ),
    seller: sellerPartySchema
      .nullable()
      .describe(
        'Who sells, as it was when the note was issued; null for a seller without a profile.',
      ),
    buyer: buyerPartySchema
      .nullable()
      .describe('Who buys, likewise; null where nothing is known of them.'),
    created_at: createdByClock,
    issued_at: instant('When it got its number (RFC 3339, UTC), by the same clock.'),
  })
  .meta({
    id: 'CreditNote',
    description:
      'What a seller takes back of an invoice. It never changes; all credit notes of an invoice together never take back more than all of it.',
  });

export type CreditNoteResource = z.output<typeof creditNoteSchema>;
