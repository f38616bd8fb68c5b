import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import type { SubscriptionEvent } from '../domain/event.ts';
import type { Cause, Stored } from '../domain/public-events.ts';
import { readClocks, type SqlNow } from '../store/clock.ts';
import { findInvoiceOf, findInvoices } from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscriptions } from '../store/subscriptions.ts';
import type { KnownOutcome } from './charge-steps.ts';
import { payLate, recordPayment } from './record-payment.ts';
import { type Decided, saveAll } from './save-events.ts';

type Tx = Transaction<BillingTables>;

export interface Recorded {
  readonly stored: Stored;
  /** What the outcome led to; nothing when it was recorded before. */
  readonly events: readonly SubscriptionEvent[];
}

/** What became of a charge, and of which subscription it was. */
export interface Outcome extends KnownOutcome {
  /** The subscription's. */
  readonly id: Uuid;
}

interface Recording {
  readonly sqlNow: SqlNow;
  readonly cause: Cause;
}

/** Records what became of a charge, at most once however often it is told. */
export async function recordCharge(
  tx: Tx,
  id: Uuid,
  known: KnownOutcome,
  recording: Recording,
): Promise<Recorded> {
  const [recorded] = await recordCharges(tx, [{ id, ...known }], recording);
  if (!recorded) throw new Error('nothing was recorded');
  return recorded;
}

/** Likewise what became of several subscriptions' charges, one of each; in their order. */
export async function recordCharges(
  tx: Tx,
  outcomes: readonly Outcome[],
  recording: Recording,
): Promise<readonly Recorded[]> {
  const decided = await decideEach(tx, outcomes, recording);
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
  readonly told: Outcome;
}

async function decideEach(
  tx: Tx,
  outcomes: readonly Outcome[],
  { sqlNow, cause }: Recording,
): Promise<readonly DecidedOutcome[]> {
  const locked = await lockSubscriptions(
    tx,
    outcomes.map(({ id }) => id),
  );
  const clockIds = locked.map(({ subscription }) => subscription.testClockId);
  const timesBy = await readClocks(tx, sqlNow, clockIds);
  const stored = new Map(locked.map((each) => [each.subscription.id, each]));
  return outcomes.map((told) => {
    const before = stored.get(told.id);
    if (!before) throw new Error(`there is no subscription ${told.id}`);
    const { subscription } = before;
    const occasion = { ...timesBy(subscription.testClockId), cause };
    const { attempt, outcome } = told;
    const command = { type: 'record_charge', cause: told.cause, attempt, outcome } as const;
    const decision = decide(subscription, command, occasion.nowMs);
    if (!decision.accepted) throw new Error(`a recorded charge was refused: ${decision.message}`);
    return { before, told, events: decision.events, occasion };
  });
}

/** A payment request can be paid before anybody has recorded that it was sent. */
async function findPaidEarly(
  tx: Tx,
  decided: readonly DecidedOutcome[],
): Promise<ReadonlySet<Uuid>> {
  const sent = decided.flatMap(({ before, told: { outcome } }) => {
    const { charging } = before.subscription;
    return outcome.kind === 'sent' && charging ? [charging.charge.invoiceId] : [];
  });
  const invoices = await findInvoices(tx, sent);
  return new Set(invoices.filter(({ isPaidEarly }) => isPaidEarly).map(({ id }) => id));
}

/** What follows from an outcome beside what was decided: few have any of it. */
async function recordMore(
  tx: Tx,
  stored: Stored,
  { before, told, events, occasion }: DecidedOutcome,
  early: ReadonlySet<Uuid>,
): Promise<Recorded> {
  const invoiceId = before.subscription.charging?.charge.invoiceId;
  if (invoiceId !== undefined && early.has(invoiceId))
    return { stored: await recordPayment(tx, stored, invoiceId, occasion), events };
  // Nothing came of it for the subscription: it was recorded before, or it is too late.
  if (events.length === 0) await settleLate(tx, told, occasion);
  return { stored, events };
}

/** Money that was taken makes its invoice paid, even if it had been given up by then. */
async function settleLate(
  tx: Tx,
  { id, cause, outcome }: Outcome,
  occasion: Decided['occasion'],
): Promise<void> {
  if (outcome.kind !== 'paid' || outcome.transactionId === null) return;
  const invoice = await findInvoiceOf(tx, id, cause);
  if (!invoice || invoice.status === 'draft') return;
  await payLate(tx, invoice, outcome.transactionId, occasion);
}
