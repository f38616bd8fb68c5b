import { newId, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { BALANCE_MINOR_MAX, dayOf } from '@florin/money';
import type { Transaction } from 'kysely';
import type { Occasion } from '../../domain/cause.ts';
import {
  type CreditDestination,
  type CreditedLine,
  type CreditNote,
  type CreditReason,
  type CreditRequest,
  creditLines,
  decideDestination,
} from '../../domain/invoice/credit-note.ts';
import {
  changed,
  documentNumberOf,
  type Invoice,
  isPartPaid,
  openOf,
} from '../../domain/invoice/model.ts';
import { booked, close, creditedFacts, pay } from '../../domain/invoice/money.ts';
import { CREDIT_NOTE_FORMAT } from '../../domain/parties.ts';
import { envelope } from '../../domain/public-events/envelope.ts';
import { toCreditNoteResource } from '../../domain/resources/credit-note.ts';
import { decide } from '../../domain/subscription/decide.ts';
import { addNoteCredit, keyOf, lockCredits } from '../../records/credits-queries.ts';
import { readDunningRules } from '../../records/gates-queries.ts';
import { findProfile } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { addCreditReport } from '../../tax/engine/reports.ts';
import { findEntriesOf } from '../books/queries.ts';
import { holderOf } from '../credits/save.ts';
import type { LockedInvoice } from '../invoices/lock.ts';
import { takeFromSeries } from '../invoices/numbers.ts';
import { updateInvoices } from '../invoices/queries.ts';
import { saveChanges } from '../invoices/save-changes.ts';
import { saveEvents } from '../subscriptions/save.ts';
import { findNotesOf, insertCreditNote, issueCreditNote } from './queries.ts';

type Tx = Transaction<BillingTables>;

/** A credit note that a seller requests. */
export interface Crediting {
  readonly request: CreditRequest;
  readonly destination: CreditDestination | undefined;
  readonly reason: CreditReason;
  readonly memo: string | null;
}

const TOO_MUCH_CREDIT = `credit_to: a customer's credit cannot exceed ${BALANCE_MINOR_MAX} minor units`;

/** An unsaved note for this invoice, or the reason why there can be none. */
export async function draftNote(
  tx: Tx,
  { invoice, times }: LockedInvoice,
  { request, destination: asked, reason, memo }: Crediting,
  id: Uuid = newId(),
): Promise<CreditNote | { readonly refusal: string }> {
  const earlier = await findNotesOf(tx, invoice.id);
  const lines = creditLines(
    invoice.lines,
    earlier.map((note) => note.lines),
    request,
  );
  if ('refusal' in lines) return lines;
  const amount = lines.reduce((sum: bigint, { gross }: CreditedLine) => sum + gross, 0n);
  const destination = decideDestination(invoice, amount, asked);
  if (typeof destination !== 'string') return withDisputes(tx, invoice, destination);
  const { sellerId, payerAccountId, customerId, customerReference, currency, parties } = invoice;
  if (destination === 'balance') {
    const holder = { ...holderOf(invoice), currency };
    const credit = (await lockCredits(tx, [holder])).get(keyOf(holder)) ?? 0n;
    if (credit + amount > BALANCE_MINOR_MAX) return { refusal: TOO_MUCH_CREDIT };
  }
  return {
    ...{ id, sellerId, payerAccountId, customerId, customerReference, currency, parties },
    invoiceId: invoice.id,
    invoiceNumber: documentNumberOf(invoice) ?? '',
    documentNumber: null,
    destination,
    reason,
    memo,
    amount,
    lines,
    refundId: null,
    createdAt: times.nowMs,
    issuedAt: null,
  };
}

/** The refusal, with the ids of the disputes that took money of the invoice. */
async function withDisputes(
  tx: Tx,
  { id, standing: { withheld, lost } }: Invoice,
  { refusal }: { readonly refusal: string },
): Promise<{ readonly refusal: string }> {
  if (withheld + lost === 0n) return { refusal };
  const entries = await findEntriesOf(tx, id);
  const disputed = entries.filter(({ kind }) => kind === 'withheld' || kind === 'lost');
  const ids = new Set(disputed.map(({ source }) => source));
  return { refusal: `${refusal} (${[...ids].join(', ')})` };
}

/** Reserves the amount of a note during its refund, so that no other note takes it. */
export async function reserveNote(
  tx: Tx,
  { invoice }: LockedInvoice,
  note: CreditNote,
): Promise<void> {
  await insertCreditNote(tx, note);
  await updateInvoices(tx, [{ ...invoice, credited: invoice.credited + note.amount }]);
}

/** Releases the reserved amount. */
export async function releaseNote(tx: Tx, invoice: Invoice, note: CreditNote): Promise<void> {
  await updateInvoices(tx, [{ ...invoice, credited: invoice.credited - note.amount }]);
}

/**
 * Issues a note under the next number, moves its amount to the destination and publishes the event.
 */
export async function issueNote(
  tx: Tx,
  locked: LockedInvoice,
  note: CreditNote,
  occasion: Occasion,
): Promise<CreditNote> {
  const isReserved = note.destination === 'card';
  const issued = {
    ...note,
    documentNumber: await takeNumber(tx, note, occasion.nowMs),
    issuedAt: occasion.nowMs,
  };
  await (isReserved ? issueCreditNote(tx, issued) : insertCreditNote(tx, issued));
  // Must precede the void, which takes back the rest.
  await addCreditReport(tx, locked.invoice, issued);
  await creditInvoice(tx, locked, issued, occasion);
  if (issued.destination === 'balance')
    await addNoteCredit(tx, {
      ...holderOf(issued),
      currency: issued.currency,
      kind: 'credit_note',
      amount: issued.amount,
      subscriptionId: locked.invoice.subscriptionId,
      invoiceId: issued.invoiceId,
      creditNoteId: issued.id,
      cause: locked.invoice.cause,
    });
  const about = envelope('credit_note.created', issued, issued.id, 1, occasion);
  await addToOutbox(tx, [{ ...about, data: { object: toCreditNoteResource(issued) } }]);
  return issued;
}

/**
 * Voids or lowers an unpaid invoice, and completes a partly paid one; on a paid one, only records the
 * credited amount.
 */
async function creditInvoice(
  tx: Tx,
  { invoice, stored }: LockedInvoice,
  note: CreditNote,
  occasion: Occasion,
): Promise<void> {
  const { amount, destination } = note;
  const isOwed = destination === 'invoice';
  const after = {
    ...changed(invoice, occasion.nowMs),
    credited: destination === 'card' ? invoice.credited : invoice.credited + amount,
    creditedOwed: isOwed ? invoice.creditedOwed + amount : invoice.creditedOwed,
    ...(isOwed && { paymentState: 'none' as const, payment: null }),
  };
  const updated = booked(
    { type: 'invoice.updated', invoice: after },
    creditedFacts(invoice, note, note.issuedAt ?? occasion.nowMs),
  );
  const isAll = isOwed && openOf(after) === 0n;
  if (!isAll) {
    await saveChanges(tx, invoice, [updated], occasion);
    return;
  }
  const { nowMs } = occasion;
  const isKept = isPartPaid(invoice);
  const closed = isKept
    ? pay(updated.invoice, { transactionId: null }, nowMs)
    : stored
      ? undefined
      : close(updated.invoice, 'void', nowMs);
  await saveChanges(tx, invoice, closed ? [updated, closed] : [updated], occasion);
  if (!stored) return;
  const { id: invoiceId, status } = after;
  const command = isKept
    ? ({ type: 'record_payment', invoiceId } as const)
    : ({ type: 'void_invoice', invoiceId, status, subscription: 'keep' } as const);
  const { sellerId } = stored.subscription;
  const dunningRules = await readDunningRules(tx, [sellerId]);
  const decision = decide(stored.subscription, command, nowMs, dunningRules(sellerId));
  if (decision.accepted) await saveEvents(tx, stored, decision.events, occasion);
}

async function takeNumber(tx: Tx, { id, sellerId }: CreditNote, nowMs: number): Promise<string> {
  const { profile } = (await findProfile(tx, sellerId)) ?? {};
  const format = profile?.creditNoteNumberFormat ?? CREDIT_NOTE_FORMAT;
  const day = dayOf(nowMs, profile?.timezone ?? 'UTC');
  const numbers = await takeFromSeries(tx, 'credit_note', [{ id, sellerId, format, day }]);
  const number = numbers.get(id);
  if (number === undefined) throw new Error('a credit note has no number');
  return number;
}
