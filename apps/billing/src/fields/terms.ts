import { collectionMethods } from '@florin/contracts';
import { integerField } from '@florin/http-api';
import { z } from 'zod';
import type { TermsChange } from '../domain/billing-terms.ts';
import { buyerFields } from './party.ts';

export const DUE_DAYS_MAX = 365;

/** Terms in requests for customers; `inherited` says what null means. */
export const collectionFields = (inherited: {
  readonly days: string;
  readonly method: string;
}) => ({
  days_until_due: integerField(0, DUE_DAYS_MAX)
    .nullish()
    .meta({
      description: `Days until sent invoices are due: 0 to ${DUE_DAYS_MAX}. Null for ${inherited.days}.`,
      examples: [30],
    }),
  collection_method: z
    .enum(collectionMethods)
    .nullish()
    .describe(
      `How invoices are collected: \`charge_automatically\` charges a saved payment method, \`send_invoice\` lets the customer pay on a page even with one. Null for ${inherited.method}.`,
    ),
});

/** Terms in requests for subscriptions. */
export const termsFields = {
  ...collectionFields({
    days: 'the days of the customer, or 3',
    method: 'the method of the customer, or a page only without a saved payment method',
  }),
  po_number: buyerFields.po_number.meta({
    description:
      'Number of the purchase order, on documents in place of that of the customer (BT-13).',
    examples: ['PO-2026-118'],
  }),
};

export type TermsBody = z.output<z.ZodObject<typeof termsFields>>;

/** The terms in a body; omitted ones stay. */
export function readTerms(body: Partial<TermsBody>): TermsChange {
  return {
    daysUntilDue: body.days_until_due,
    collectionMethod: body.collection_method,
    poNumber: body.po_number,
  };
}
