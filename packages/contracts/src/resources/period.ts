import { z } from 'zod';
import { accountId, choice, instant, livemode, minorUnits, objectOf } from './members.ts';

const month = z
  .string()
  .meta({ description: 'A month of the seller’s calendar.', examples: ['2026-01'] });

const periodChangeSchema = z
  .object({
    type: choice(['closed', 'reopened'], 'What was done', {
      closed: 'the month and all before it were closed',
      reopened: 'the month and all after it were reopened',
    }),
    month,
    reason: z.string().nullable().describe('Why it was reopened; null for a close.'),
    actor_id: z
      .string()
      .nullable()
      .describe('User (`usr_…`) or API key (`key_…`) that did it; null for neither.'),
    created_at: instant('When it was done (RFC 3339, UTC).'),
  })
  .meta({ id: 'PeriodChange', description: 'A month was closed or reopened.' });

export const periodSchema = z
  .object({
    object: objectOf('period'),
    livemode,
    account_id: accountId,
    month,
    starts_at: instant('Beginning of the month (RFC 3339, UTC), included.'),
    ends_at: instant('End of the month (RFC 3339, UTC), excluded.'),
    status: choice(['open', 'closed'], 'Whether entries can be recorded in it', {
      open: 'entries are recorded in it',
      closed: 'its entries are final: later ones count on the first open day',
    }),
    changes: z
      .array(periodChangeSchema)
      .describe('Changes of the seller’s months, newest first: at most 50.'),
  })
  .meta({ id: 'Period', description: 'A month of a seller’s books.' });

export type PeriodResource = z.output<typeof periodSchema>;

/** Pairs of sums that have to agree. */
export const closeChecks = [
  'invoices',
  'credit_notes',
  'receivables',
  'customer_credit',
  'tax',
  'deferred_revenue',
  'ledger',
] as const;

const differenceSchema = z
  .object({
    object_id: z.string().describe('Id of the object whose two amounts differ.'),
    left: minorUnits('Its amount on the left'),
    right: minorUnits('Its amount on the right'),
    description: z
      .string()
      .nullable()
      .describe('Explanation for people; null where the id says enough.'),
  })
  .meta({ id: 'CloseDifference', description: 'An object whose two amounts differ.' });

const checkSchema = z
  .object({
    name: choice(closeChecks, 'What is compared', {
      invoices: 'invoices finalized in the month, with their entries',
      credit_notes: 'credit notes issued in the month, with their entries',
      receivables: 'open amounts of invoices at its end, with the account receivables',
      customer_credit: 'credit balances at its end, with the account customer_credit',
      tax: 'tax of invoices less that of credit notes, with their entries on tax_payable',
      deferred_revenue:
        'deferred revenue at its beginning plus sales less recognized revenue, with that at its end',
      ledger:
        'money of invoices by the books, with payouts and fees, with the change of the balance',
    }),
    left: minorUnits('Sum of the documents, of the balances, or of the books'),
    right: minorUnits('Sum of what it is compared with'),
    difference: minorUnits('Left less right'),
    balanced: z.boolean().describe('Whether no object differs.'),
    differences: z.array(differenceSchema).describe('Objects that differ: at most 100.'),
    has_more: z.boolean().describe('Whether more objects differ.'),
  })
  .meta({ id: 'CloseCheck', description: 'Two sums that have to agree.' });

export const closeSchema = z
  .object({
    object: objectOf('close'),
    livemode,
    account_id: accountId,
    month,
    status: choice(['open', 'closed'], 'Whether the month is closed', {
      open: 'entries are recorded in it',
      closed: 'its entries are final',
    }),
    currency: z
      .string()
      .nullable()
      .describe('Currency of the amounts (ISO 4217); null where nothing was invoiced.'),
    balanced: z.boolean().describe('Whether all pairs agree.'),
    checks: z.array(checkSchema).describe('The pairs that were compared.'),
  })
  .meta({ id: 'Close', description: 'Sums of a month that have to agree before it is closed.' });

export type CloseResource = z.output<typeof closeSchema>;
