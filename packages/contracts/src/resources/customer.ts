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
import { addressSchema, purchaseFields, taxExemptions } from './parties.ts';
import { customerTaxIdSchema } from './tax-ids.ts';
import { collectionMethod, daysUntilDue } from './terms.ts';

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
          'Your own id of the customer, unique within the account; null if none. It can be used in place of a `customer_id`.',
        examples: ['user-4711'],
      }),
    email: z
      .string()
      .nullable()
      .describe('Email address of the customer; null if unknown: then no mail is sent.'),
    name: z
      .string()
      .nullable()
      .describe('Name of the person, also at a business; null if unknown.'),
    company: z
      .string()
      .nullable()
      .optional()
      .describe('Name of the business; null for a person. Absent in old events.'),
    address: addressSchema
      .nullable()
      .optional()
      .describe('Billing address, as on invoices; null if unknown. Absent in old events.'),
    shipping_address: addressSchema
      .nullable()
      .optional()
      .describe(
        "Delivery address, which decides which country's tax applies; null if it is `address`. Absent in old events.",
      ),
    tax_ids: z
      .array(customerTaxIdSchema)
      .optional()
      .describe('Tax ids, at most five. Absent in old events.'),
    ...purchaseFields,
    days_until_due: daysUntilDue('the customer', 'the default'),
    collection_method: collectionMethod('the customer', 'the default'),
    tax_exempt: choice(taxExemptions, 'Tax status', {
      none: 'taxed normally',
      exempt: 'exempt from tax',
      reverse_charge: 'the customer owes the tax instead of the seller',
    }).optional(),
    language: z
      .string()
      .nullable()
      .optional()
      .meta({
        description:
          'Language of invoices, pages and mails (BCP 47); null for the language of the account. Absent in old events.',
        examples: ['fr'],
      }),
    currency: z
      .string()
      .nullable()
      .optional()
      .meta({
        description:
          'Currency set for the customer (ISO 4217); null for the currency of the account. Absent in old events.',
        examples: ['EUR'],
      }),
    metadata,
    archived_at: instantOrNull(
      'When it was archived (RFC 3339, UTC): it is hidden from lists and cannot buy. Null if not archived; absent in old events.',
    ).optional(),
    anonymized_at: instantOrNull(
      'When its personal data was erased (RFC 3339, UTC); null if it was not, absent in old events.',
    ).optional(),
    credit_balance: z
      .int()
      .describe(
        'Credit balance in minor units of `credit_currency`, never negative. It is applied to the next invoices, both of subscriptions and one-off.',
      ),
    credit_currency: z
      .string()
      .nullable()
      .meta({
        description: 'Currency of the credit (ISO 4217); null if there never was any.',
        examples: ['EUR'],
      }),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Customer',
    description:
      'A buyer of an account, with subscriptions, invoices, credit and saved payment methods.',
  });

export const anonymizedCustomerSchema = customerSchema
  .extend({
    documents_kept: z
      .int()
      .describe(
        'Issued invoices and credit notes of the customer. They and their stored PDFs keep the original recipient, because sellers must store them unchanged.',
      ),
  })
  .meta({
    id: 'AnonymizedCustomer',
    description: 'A customer whose personal data was erased.',
  });

export type AnonymizedCustomerResource = z.output<typeof anonymizedCustomerSchema>;

const creditTypes = [
  'granted',
  'applied',
  'returned',
  'credit_note',
  'adjusted',
  'expired',
] as const;

const entrySchema = z.object({
  id: ownId('creditEntry', 'entry'),
  object: objectOf('credit_entry'),
  livemode,
  type: choice(creditTypes, 'Type of the change', {
    granted:
      'granted by an invoice with a negative total, or by a payment of more than an invoice asked for',
    applied: 'applied to an invoice',
    returned: 'returned, because the invoice was voided or written off or its change was refused',
    credit_note: 'granted by a credit note',
    adjusted: 'granted by the seller, or taken back if the amount is negative',
    expired: 'the unused rest of a grant expired',
  }),
  account_id: idOf('account', 'Seller that owes the credit'),
  customer_id: z
    .string()
    .describe('Owner of the credit, as named in the request: a customer, or an account that pays.'),
  amount: minorUnits(
    'Change of the credit',
    'Negative where credit was used, taken back or expired.',
  ),
  balance_after: minorUnits('Credit after the change'),
  currency,
  subscription_id: idOrNull(
    'subscription',
    'Subscription whose invoice or change moved the credit',
    'Null for a one-off invoice, and for `adjusted` and `expired`.',
  ),
  invoice_id: idOrNull('invoice', 'Invoice of the change', 'Null for `adjusted` and `expired`.'),
  credit_note_id: idOrNull(
    'creditNote',
    'Credit note that granted the credit',
    'Null for other changes.',
  ),
  cause: z.string().meta({
    description:
      'Purpose of the invoice: `period:<n>`, `change:<id>` or `manual`. Without an invoice, `manual` for `adjusted` and `expiry` for `expired`.',
    examples: ['period:3'],
  }),
  reason: z
    .string()
    .nullable()
    .describe('Reason that the seller gave for `adjusted`; null for other types.'),
  expires_at: instantOrNull(
    'When the unused rest of the grant expires (RFC 3339, UTC); null for credit that does not expire, and for other changes.',
  ),
  grant_id: idOrNull('creditEntry', 'Grant that expired', 'Set for `expired` only.'),
  created_at: createdAt,
});

export const creditEntrySchema = entrySchema.meta({
  id: 'CreditEntry',
  description:
    'A change to the credit of a customer, or of an account that pays, with a seller. Entries are never changed or removed.',
});

export type CreditEntryResource = z.output<typeof creditEntrySchema>;
export type CustomerResource = z.output<typeof customerSchema>;
