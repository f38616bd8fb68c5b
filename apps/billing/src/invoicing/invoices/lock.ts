import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { readTimes, type Times } from '../../clock.ts';
import type { Occasion } from '../../domain/cause.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import type { Stored } from '../../domain/subscription/model.ts';
import { lockSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { withBooks } from './books.ts';
import { findInvoice, getInvoice, lockOneOff } from './queries.ts';

/** An invoice locked until the transaction ends. */
export interface LockedInvoice {
  readonly invoice: Invoice;
  /** Its subscription; undefined for a one-off invoice. */
  readonly stored: Stored | undefined;
  /** Time of the subscription's clock. */
  readonly times: Times;
}

/** Occasion of a change to a locked invoice that another service requests. */
export function occasionOf({ times }: LockedInvoice, requestId: string): Occasion {
  return { ...times, cause: { requestId, idempotencyKey: null } };
}

/** Locks the invoice's subscription, or the invoice itself if it is a one-off. */
export async function lockInvoice(
  tx: Transaction<BillingTables>,
  id: Uuid,
): Promise<LockedInvoice | undefined> {
  const seen = await findInvoice(tx, id);
  if (!seen) return undefined;
  if (seen.subscriptionId === null) {
    const invoice = await lockOneOff(tx, id);
    if (!invoice) return undefined;
    return {
      invoice: await bookedOf(tx, invoice),
      stored: undefined,
      times: await readTimes(tx, null),
    };
  }
  const stored = await lockSubscription(tx, seen.subscriptionId);
  if (!stored) throw new Error(`the subscription of invoice ${id} does not exist`);
  const times = await readTimes(tx, stored.subscription.testClockId);
  return { invoice: await bookedOf(tx, await getInvoice(tx, id)), stored, times };
}

async function bookedOf(tx: Transaction<BillingTables>, invoice: Invoice): Promise<Invoice> {
  const [booked] = await withBooks(tx, [invoice]);
  return booked ?? invoice;
}
