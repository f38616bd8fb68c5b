import type { Uuid } from '@florin/contracts';
import { divideHalfUp } from '@florin/money';
import type { Transaction } from 'kysely';
import { secondsBetween } from '../instants-model.ts';
import { lockInvoice } from '../invoices/lock.ts';
import type { Invoice } from '../invoices/model.ts';
import { findInvoicesSince } from '../invoices/queries.ts';
import type { BillingTables } from '../schema.ts';
import type { Subscription } from '../subscriptions/model.ts';
import type { Cause } from '../subscriptions/public-events.ts';
import { boughtBy } from '../tax/model.ts';
import { draftNote, issueNote } from './issue.ts';

/**
 * Credits what is left of the period that a subscription had paid for when it ended: of the invoice that
 * opened it, and of those of changes within it, each by the share of its time that was not used.
 */
export async function creditUnused(
  tx: Transaction<BillingTables>,
  subscription: Subscription,
  cause: Cause,
): Promise<void> {
  const { id, periodInvoiceId, endedAt } = subscription;
  if (periodInvoiceId === undefined || endedAt === null) return;
  for (const invoice of await findInvoicesSince(tx, id, periodInvoiceId)) {
    const amount = unusedOf(invoice, subscription, endedAt);
    if (amount > 0n) await credit(tx, invoice.id, amount, cause);
  }
}

/** Of what was paid by an invoice, the share of its time that was not used; minor units. */
function unusedOf(
  { status, lines }: Invoice,
  { periodEndAt, periodSeconds }: Subscription,
  endedAt: number,
): bigint {
  const gross = boughtBy(lines).gross;
  const [first] = lines;
  if (status !== 'paid' || gross <= 0n || !first) return 0n;
  const whole = first.remainingSeconds ?? periodSeconds;
  const rest = Math.min(whole, Math.max(0, secondsBetween(endedAt, periodEndAt)));
  return whole === 0 ? 0n : divideHalfUp(gross * BigInt(rest), BigInt(whole));
}

async function credit(
  tx: Transaction<BillingTables>,
  invoiceId: Uuid,
  amount: bigint,
  cause: Cause,
): Promise<void> {
  const locked = await lockInvoice(tx, invoiceId);
  if (!locked) return;
  const note = await draftNote(tx, locked, {
    request: { kind: 'amount', amount },
    destination: 'balance',
    reason: 'cancellation',
    memo: null,
  });
  // Taken back by hand before: nothing more is left of it.
  if ('refusal' in note) return;
  await issueNote(tx, locked, note, { ...locked.times, cause });
}
