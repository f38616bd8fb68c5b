import { z } from 'zod';
import { accountId, choice, instant, livemode, minorUnits, objectOf } from './members.ts';

const month = z
  .string()
  .meta({ description: "A month in the seller's time zone.", examples: ['2026-01'] });

const periodChangeSchema = z
  .object({
    type: choice(['closed', 'reopened'], 'Action', {
      closed: 'the month and all earlier months were closed',
      reopened: 'the month and all later months were reopened',
    }),
    month,
    reason: z.string().nullable().describe('Reason for reopening; null for a close.'),
    actor_id: z
      .string()
      .nullable()
      .describe('User (`usr_…`) or API key (`key_…`) that made the change; null if neither.'),
    created_at: instant('Time of the change (RFC 3339, UTC).'),
  })
  .meta({ id: 'PeriodChange', description: 'A month was closed or reopened.' });

export const periodSchema = z
  .object({
    object: objectOf('period'),
    livemode,
    account_id: accountId,
    month,
    starts_at: instant('Start of the month, included (RFC 3339, UTC).'),
    ends_at: instant('End of the month, excluded (RFC 3339, UTC).'),
    status: choice(['open', 'closed'], 'Status of the month', {
      open: 'new entries are recorded in it',
      closed: 'final: later entries are recorded on the first open day',
    }),
    changes: z
      .array(periodChangeSchema)
      .describe("Changes to the seller's months, newest first: at most 50."),
  })
  .meta({ id: 'Period', description: "A month of a seller's books." });

export type PeriodResource = z.output<typeof periodSchema>;

/** Pairs of sums that must agree. */
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
    left: minorUnits('Left amount'),
    right: minorUnits('Right amount'),
    description: z
      .string()
      .nullable()
      .describe('Human-readable explanation; null if the id is enough.'),
  })
  .meta({ id: 'CloseDifference', description: 'An object whose two amounts differ.' });

const checkSchema = z
  .object({
    name: choice(closeChecks, 'Name of the check', {
      invoices: 'invoices finalized in the month, compared with their entries',
      credit_notes: 'credit notes issued in the month, compared with their entries',
      receivables:
        'open amounts of invoices at the end of the month, compared with the account receivables',
      customer_credit:
        'credit balances at the end of the month, compared with the account customer_credit',
      tax: 'tax of invoices less credit notes, compared with entries on tax_payable',
      deferred_revenue:
        'deferred revenue at the start plus sales less recognized revenue, compared with deferred revenue at the end',
      ledger:
        'invoice money in the books plus payouts and fees, compared with the change of the balance',
    }),
    left: minorUnits('Sum of the documents, balances or books'),
    right: minorUnits('Sum that it is compared with'),
    difference: minorUnits('Left minus right'),
    balanced: z.boolean().describe('Whether all objects agree.'),
    differences: z.array(differenceSchema).describe('Objects that differ: at most 100.'),
    has_more: z.boolean().describe('Whether more objects differ.'),
  })
  .meta({ id: 'CloseCheck', description: 'Two sums that must agree.' });

export const closeSchema = z
  .object({
    object: objectOf('close'),
    livemode,
    account_id: accountId,
    month,
    status: choice(['open', 'closed'], 'Status of the month', {
      open: 'new entries are recorded in it',
      closed: 'final',
    }),
    currency: z
      .string()
      .nullable()
      .describe('Currency of the amounts (ISO 4217); null if nothing was invoiced.'),
    balanced: z.boolean().describe('Whether all checks agree.'),
    checks: z.array(checkSchema).describe('The checks.'),
  })
  .meta({ id: 'Close', description: 'Checks of a month, to run before closing it.' });

export type CloseResource = z.output<typeof closeSchema>;
