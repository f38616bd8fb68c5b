import type { Transaction } from 'kysely';
import type { Cause } from '../../domain/cause.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import type { BillingTables } from '../../schema.ts';
import { readUnused } from '../invoices/funding.ts';
import { lockInvoice } from '../invoices/lock.ts';
import { draftNote, issueNote } from './issue.ts';

/**
 * Credits the unused time of a canceled subscription, as far as it was paid and not refunded, by
 * one credit note for each invoice that paid for it, including changes of the period.
 * @param before the subscription before it was canceled
 */
export async function creditUnused(
  tx: Transaction<BillingTables>,
  before: Subscription,
  at: number,
  cause: Cause,
): Promise<void> {
  for (const { invoice, kept: amount } of await readUnused(tx, before, at)) {
    const locked = await lockInvoice(tx, invoice.id);
    if (locked?.invoice.status !== 'paid' || amount === 0n) continue;
    const note = await draftNote(tx, locked, {
      request: { kind: 'amount', amount },
      destination: 'balance',
      reason: 'cancellation',
      memo: null,
    });
    // Notes to the customer's credit can leave less on the lines than the paid amount.
    if ('refusal' in note) continue;
    await issueNote(tx, locked, note, { ...locked.times, cause });
  }
}
