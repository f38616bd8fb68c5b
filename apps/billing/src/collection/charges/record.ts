import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { readClocks } from '../../clock.ts';
import type { Cause, Occasion } from '../../domain/cause.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { type Payment, pay } from '../../domain/invoice/money.ts';
import { decide } from '../../domain/subscription/decide.ts';
import type { SubscriptionEvent } from '../../domain/subscription/events.ts';
import type { Stored } from '../../domain/subscription/model.ts';
import { withBooks } from '../../invoicing/invoices/books.ts';
import { findInvoiceOf, findInvoices, getInvoice } from '../../invoicing/invoices/queries.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import { type Decided, saveAll, saveEvents } from '../../invoicing/subscriptions/save.ts';
import { readDunningRules } from '../../records/gates-queries.ts';
import { lockSubscriptions } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import type { KnownOutcome } from './outcome.ts';

type Tx = Transaction<BillingTables>;

export interface Recorded {
  readonly stored: Stored;
  /** Events that the outcome caused; empty if it was recorded before. */
  readonly events: readonly SubscriptionEvent[];
}

/** The outcome of a charge, and its subscription. */
export interface Outcome extends KnownOutcome {
  /** Id of the subscription. */
  readonly id: Uuid;
}

/** Records the outcome of a charge. Idempotent. */
export async function recordCharge(
  tx: Tx,
  id: Uuid,
  known: KnownOutcome,
  cause: Cause,
): Promise<Recorded> {
  const [recorded] = await recordCharges(tx, [{ id, ...known }], cause);
  if (!recorded) throw new Error('nothing was recorded');
  return recorded;
}

/** Like {@link recordCharge} for one charge of each subscription, in order. */
export async function recordCharges(
  tx: Tx,
  outcomes: readonly Outcome[],
  cause: Cause,
): Promise<readonly Recorded[]> {
  const decided = await decideEach(tx, outcomes, cause);
  const early = await findPaidEarly(tx, decided);
  const saved = await saveAll(tx, decided);
  const recorded: Recorded[] = [];
  for (const [index, stored] of saved.entries()) {
    const each = decided[index];
    if (each) recorded.push(await recordMore(tx, stored, each, early));
  }
  return recorded;
}

interface DecidedOutcome extends Decided {
  readonly before: Stored;
  readonly recorded: Outcome;
}

async function decideEach(
  tx: Tx,
  outcomes: readonly Outcome[],
  cause: Cause,
): Promise<readonly DecidedOutcome[]> {
  const locked = await lockSubscriptions(
    tx,
    outcomes.map(({ id }) => id),
  );
  const clockIds = locked.map(({ subscription }) => subscription.testClockId);
  const timesBy = await readClocks(tx, clockIds);
  const failing = outcomes.filter(({ outcome }) => outcome.kind === 'failed').map(({ id }) => id);
  const dunningRules = await readDunningRules(
    tx,
    locked
      .map(({ subscription }) => subscription)
      .flatMap(({ id, sellerId }) => (failing.includes(id) ? [sellerId] : [])),
  );
  const stored = new Map(locked.map((each) => [each.subscription.id, each]));
  return outcomes.map((recorded) => {
    const before = stored.get(recorded.id);
    if (!before) throw new Error(`there is no subscription ${recorded.id}`);
    const { subscription } = before;
    const occasion = { ...timesBy(subscription.testClockId), cause };
    const { cause: chargeCause, attempt, outcome } = recorded;
    const command = { type: 'record_charge', cause: chargeCause, attempt, outcome } as const;
    const decision = decide(
      subscription,
      command,
      occasion.nowMs,
      dunningRules(subscription.sellerId),
    );
    if (!decision.accepted) throw new Error(`a recorded charge was refused: ${decision.message}`);
    return { before, recorded, events: decision.events, occasion };
  });
}

/** A payment request can be paid before billing has recorded that it was sent. */
async function findPaidEarly(
  tx: Tx,
  decided: readonly DecidedOutcome[],
): Promise<ReadonlySet<Uuid>> {
  const sent = decided.flatMap(({ before, recorded: { outcome } }) => {
    const { charging } = before.subscription;
    return outcome.kind === 'sent' && charging ? [charging.charge.invoiceId] : [];
  });
  const invoices = await findInvoices(tx, sent);
  return new Set(invoices.filter(({ isPaidEarly }) => isPaidEarly).map(({ id }) => id));
}

/** Side effects that only few outcomes have. */
async function recordMore(
  tx: Tx,
  stored: Stored,
  { before, recorded, events, occasion }: DecidedOutcome,
  early: ReadonlySet<Uuid>,
): Promise<Recorded> {
  const invoiceId = before.subscription.charging?.charge.invoiceId;
  if (invoiceId !== undefined && early.has(invoiceId))
    return { stored: await recordPayment(tx, stored, invoiceId, occasion), events };
  // Recorded before, or too late to affect the subscription.
  if (events.length === 0) await recordLatePayment(tx, recorded, occasion);
  return { stored, events };
}

/** Received money pays an invoice, even if that was already uncollectible. */
async function recordLatePayment(
  tx: Tx,
  { id, cause, outcome }: Outcome,
  occasion: Decided['occasion'],
): Promise<void> {
  if (outcome.kind !== 'paid' || outcome.transactionId === null) return;
  const found = await findInvoiceOf(tx, id, cause);
  if (!found || found.status === 'draft') return;
  const [invoice = found] = await withBooks(tx, [found]);
  const { transactionId } = outcome;
  const amount = invoice.amount - invoice.creditedOwed;
  await markPaid(tx, invoice, { transactionId, amount }, occasion);
}

/**
 * Records at most once that a sent invoice is paid, even if it was already void or uncollectible.
 * The caller has locked the subscription.
 */
export async function recordPayment(
  tx: Transaction<BillingTables>,
  before: Stored,
  invoiceId: Uuid,
  occasion: Occasion,
  amount?: bigint,
): Promise<Stored> {
  const command = { type: 'record_payment', invoiceId } as const;
  const { subscription } = before;
  const dunningRules = await readDunningRules(tx, [subscription.sellerId]);
  const decision = decide(
    subscription,
    command,
    occasion.nowMs,
    dunningRules(subscription.sellerId),
  );
  if (!decision.accepted) throw new Error(`a payment was refused: ${decision.message}`);
  const after = await saveEvents(tx, before, decision.events, occasion);
  const payment = { transactionId: null, ...(amount !== undefined && { amount }) };
  await markPaid(tx, await getInvoice(tx, invoiceId), payment, occasion);
  return after;
}

/**
 * Marks an invoice as paid, whatever its status, and publishes the event unless it was paid before.
 */
export async function markPaid(
  tx: Transaction<BillingTables>,
  invoice: Invoice,
  payment: Payment,
  occasion: Occasion,
): Promise<void> {
  const paid = pay(invoice, payment, occasion.nowMs);
  if (paid) await saveChanges(tx, invoice, [paid], occasion);
}
