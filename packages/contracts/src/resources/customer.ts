import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  currency,
  idOf,
  idOrNull,
  instantOrNull,
  livemode,
  metadata,
  minorUnits,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';
import { addressSchema, taxExemptions } from './parties.ts';
import { customerTaxIdSchema } from './tax-ids.ts';

export const customerSchema = z
  .object({
    id: ownId('customer', 'customer'),
    object: objectOf('customer'),
    livemode,
    account_id: accountId,
    external_id: z
      .string()
      .nullable()
      .meta({
        description:
          'Your own name for the customer, unique within the account; null without one. Where a `customer_id` is asked for, it serves as well.',
        examples: ['user-4711'],
      }),
    email: z
      .string()
      .nullable()
      .describe('Where the customer is written to; null where it is not known: then nobody is.'),
    name: z
      .string()
      .nullable()
      .describe('What a person is called, also at a business; null where it is not known.'),
    company: z
      .string()
      .nullable()
      .optional()
      .describe('The business that it is; null for a person. Absent in old events.'),
    address: addressSchema
      .nullable()
      .optional()
      .describe(
        'Where the customer is, as invoices show it; null where it is not known. Absent in old events.',
      ),
    shipping_address: addressSchema
      .nullable()
      .optional()
      .describe(
        'Where it gets what it buys, which decides whose tax it owes; null where that is at `address`. Absent in old events.',
      ),
    tax_ids: z
      .array(customerTaxIdSchema)
      .optional()
      .describe('Numbers by which offices know it, up to five. Absent in old events.'),
    tax_exempt: choice(taxExemptions, 'Whether it owes tax', {
      none: 'as any other',
      exempt: 'it owes none',
      reverse_charge: 'it owes the tax itself, in place of the seller',
    }).optional(),
    language: z
      .string()
      .nullable()
      .optional()
      .meta({
        description:
          'Language of its invoices, pages and mails (BCP 47); null for the account’s. Absent in old events.',
        examples: ['fr'],
      }),
    currency: z
      .string()
      .nullable()
      .optional()
      .meta({
        description:
          'Currency (ISO 4217) that was given for it; null where none was, and then it is the account’s. Absent in old events.',
        examples: ['EUR'],
      }),
    metadata,
    archived_at: instantOrNull(
      'When it was archived (RFC 3339, UTC): lists leave it out, and it buys nothing new. Null while it is not; absent in old events.',
    ).optional(),
    anonymized_at: instantOrNull(
      'When its personal data was erased (RFC 3339, UTC); null while it was not, absent in old events.',
    ).optional(),
    credit_balance: z
      .int()
      .describe(
        'Credit balance in minor units of `credit_currency`, never negative. It pays the next invoices first, those of subscriptions and one-off ones.',
      ),
    credit_currency: z
      .string()
      .nullable()
      .meta({
        description: 'Currency of the credit (ISO 4217); null while there never was any.',
        examples: ['EUR'],
      }),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Customer',
    description:
      'Somebody who buys of an account: subscriptions, invoices, credit and saved payment methods are theirs.',
  });

export const anonymizedCustomerSchema = customerSchema
  .extend({
    documents_kept: z
      .int()
      .describe(
        'Issued invoices and credit notes of the customer. They and their stored PDFs keep the recipient that they were issued to, because sellers have to store them unchanged.',
      ),
  })
  .meta({
    id: 'AnonymizedCustomer',
    description: 'A customer whose personal data was erased.',
  });

export type AnonymizedCustomerResource = z.output<typeof anonymizedCustomerSchema>;

const creditTypes = ['granted', 'applied', 'returned', 'credit_note'] as const;

const entrySchema = z.object({
  id: ownId('creditEntry', 'entry'),
  object: objectOf('credit_entry'),
  livemode,
  type: choice(creditTypes, 'What has changed the credit', {
    granted: 'an invoice whose lines come to less than nothing has made it',
    applied: 'it has paid of an invoice',
    returned: 'that invoice is void or given up, or its change was refused, and the credit is back',
    credit_note: 'a credit note has made it',
  }),
  account_id: idOf('account', 'Who sells: the credit is with them'),
  customer_id: z
    .string()
    .describe(
      'Whose credit it is, as the request has named them: a customer, or an account that pays.',
    ),
  amount: minorUnits('By how much the credit changes', 'Negative where credit was used.'),
  balance_after: minorUnits('The credit after it'),
  currency,
  subscription_id: idOrNull(
    'subscription',
    'Subscription of the invoice',
    'Null for a one-off invoice.',
  ),
  invoice_id: idOf('invoice', 'Invoice that it is of'),
  credit_note_id: idOrNull('creditNote', 'Credit note that has made it', 'Null where none has.'),
  cause: z.string().meta({
    description: 'What the invoice bills: `period:<n>`, `change:<id>`, or `manual`.',
    examples: ['period:3'],
  }),
  created_at: createdAt,
});

export const creditEntrySchema = entrySchema.meta({
  id: 'CreditEntry',
  description:
    'A change of the credit that a customer, or an account that pays, has with a seller. Entries are only ever added.',
});

export type CreditEntryResource = z.output<typeof creditEntrySchema>;
export type CustomerResource = z.output<typeof customerSchema>;
