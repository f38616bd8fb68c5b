import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import type { SubscriptionEvent } from '../domain/event.ts';
import { type Invoice, pay } from '../domain/invoice.ts';
import { type Cause, invoiceEvent, type Occasion, type Stored } from '../domain/public-events.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { findInvoice, findInvoiceOf, getInvoice, updateInvoice } from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import type { KnownOutcome } from './charge-steps.ts';
import { saveEvents } from './save-events.ts';

export interface Recorded {
  readonly stored: Stored;
  /** What the outcome led to; nothing when it was recorded before. */
  readonly events: readonly SubscriptionEvent[];
}

/** Records what became of a charge, at most once however often it is told. */
export async function recordCharge(
  tx: Transaction<BillingTables>,
  subscriptionId: Uuid,
  known: KnownOutcome,
  { sqlNow, cause }: { readonly sqlNow: SqlNow; readonly cause: Cause },
): Promise<Recorded> {
  const before = await lockSubscription(tx, subscriptionId);
  if (!before) throw new Error(`there is no subscription ${subscriptionId}`);
  const times = await readTimes(tx, sqlNow, before.subscription.testClockId);
  const occasion = { ...times, cause };
  const decision = decide(before.subscription, { type: 'record_charge', ...known }, occasion.nowMs);
  if (!decision.accepted) throw new Error(`a recorded charge was refused: ${decision.message}`);
  const early = await earlyPayment(tx, before, known);
  const saved = await saveEvents(tx, before, decision.events, occasion);
  const stored = early === undefined ? saved : await recordPayment(tx, saved, early, occasion);
  // Nothing came of it for the subscription: it was recorded before, or it is too late.
  if (decision.events.length === 0) await settleLate(tx, subscriptionId, known, occasion);
  return { stored, events: decision.events };
}

/** Money that was taken makes its invoice paid, even if it had been given up by then. */
async function settleLate(
  tx: Transaction<BillingTables>,
  subscriptionId: Uuid,
  { cause, outcome }: KnownOutcome,
  occasion: Occasion,
): Promise<void> {
  if (outcome.kind !== 'paid' || outcome.transactionId === null) return;
  const invoice = await findInvoiceOf(tx, subscriptionId, cause);
  if (!invoice || invoice.status === 'draft') return;
  await payLate(tx, invoice, outcome.transactionId, occasion);
}

/** A payment request can be paid before anybody has recorded that it was sent. */
async function earlyPayment(
  tx: Transaction<BillingTables>,
  { subscription }: Stored,
  { outcome }: KnownOutcome,
): Promise<Uuid | undefined> {
  const invoiceId = subscription.charging?.charge.invoiceId;
  if (outcome.kind !== 'sent' || invoiceId === undefined) return undefined;
  const invoice = await findInvoice(tx, invoiceId);
  return invoice?.isPaidEarly ? invoiceId : undefined;
}

/**
 * Records that an invoice which was sent is paid, at most once. Money that came in for one that
 * was void or given up by then came in all the same. The caller has locked the subscription.
 */
export async function recordPayment(
  tx: Transaction<BillingTables>,
  before: Stored,
  invoiceId: Uuid,
  occasion: Occasion,
): Promise<Stored> {
  const command = { type: 'record_payment', invoiceId } as const;
  const decision = decide(before.subscription, command, occasion.nowMs);
  if (!decision.accepted) throw new Error(`a payment was refused: ${decision.message}`);
  const after = await saveEvents(tx, before, decision.events, occasion);
  await payLate(tx, await getInvoice(tx, invoiceId), null, occasion);
  return after;
}

async function payLate(
  tx: Transaction<BillingTables>,
  invoice: Invoice,
  transactionId: Uuid | null,
  occasion: Occasion,
): Promise<void> {
  const paid = pay(invoice, transactionId, occasion.nowMs);
  if (!paid) return;
  await updateInvoice(tx, paid.invoice);
  await addToOutbox(tx, [invoiceEvent(invoice, paid, occasion)]);
}
