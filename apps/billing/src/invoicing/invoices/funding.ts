import { AppError } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Funding } from '../../domain/charge.ts';
import { wholeSecond } from '../../domain/instants.ts';
import { boughtTimeOf } from '../../domain/invoice/contributions.ts';
import {
  fundingAt,
  hasBoughtTime,
  remainingAt,
  type UnusedPart,
  unusedParts,
} from '../../domain/invoice/funding.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import type { BillingTables } from '../../schema.ts';
import { findInvoicesOfPeriod } from './queries.ts';

/** A period has one invoice for each of its changes. */
const INVOICES_MAX = 100;

/** Unused parts of the current period at an instant, by invoice. */
export async function readUnused(
  db: Kysely<BillingTables>,
  subscription: Subscription,
  at: number,
): Promise<readonly UnusedPart[]> {
  const invoices = await readInvoices(db, subscription);
  return unusedParts(boughtTimeOf(invoices), remainingAt(subscription, wholeSecond(at)));
}

async function readInvoices(
  db: Kysely<BillingTables>,
  { id }: Subscription,
): Promise<readonly Invoice[]> {
  const invoices = await findInvoicesOfPeriod(db, id, INVOICES_MAX + 1);
  if (invoices.length > INVOICES_MAX)
    throw new AppError(
      'conflict',
      `this period already has ${INVOICES_MAX} changes, the maximum; wait for the next period`,
    );
  return invoices;
}

/** How the remaining time was paid for; undefined if the change does not depend on it. */
export async function readFunding(
  db: Kysely<BillingTables>,
  subscription: Subscription,
  at: number,
): Promise<Funding | undefined> {
  if (!hasBoughtTime(subscription)) return undefined;
  const bought = boughtTimeOf(await readInvoices(db, subscription));
  return fundingAt(bought, subscription, wholeSecond(at));
}
