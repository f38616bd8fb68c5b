import { type Reply, refuse, retryLater, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import type { Cause } from '../../domain/cause.ts';
import { refusalOfAdjustment } from '../../domain/credit.ts';
import { type Invoice, openOf } from '../../domain/invoice/model.ts';
import { payOutside } from '../../domain/invoice/money.ts';
import { IS_BEING_PAID, refusalOfAmount, refusalOfOutside } from '../../domain/payment.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import { holderOf } from '../../invoicing/credits/save.ts';
import { type LockedInvoice, lockInvoice } from '../../invoicing/invoices/lock.ts';
import { getInvoice } from '../../invoicing/invoices/queries.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import { busyReply, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import { keyOf, lockCredits } from '../../records/credits-queries.ts';
import type { BillingTables } from '../../schema.ts';
import type { LedgerDeps } from '../charges/collect-from-customer.ts';
import { recordPayment } from '../charges/record.ts';
import { isPayable, stopPayment } from './stop.ts';

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface OutsidePayment {
  readonly invoiceId: Uuid;
  /** The seller's reference: a receipt, or a line on a bank statement. */
  readonly reference: string;
  /** Minor units; absent for the open amount. */
  readonly amount?: string;
  readonly cause: Cause;
}

/**
 * Records that an invoice was paid outside Florin, in full or in part. Its payment request ends
 * first, so that no amount is paid twice.
 */
export function outsidePaymentSaga(deps: LedgerDeps): Saga<OutsidePayment, BillingTables> {
  return {
    kind: 'outside_payment',
    first: 'stop',
    steps: {
      async stop(state) {
        const { invoiceId, cause } = state;
        const found = await retryWhileBusy(() =>
          deps.db.transaction().execute((tx) => findMarkable(tx, state)),
        );
        if ('body' in found) return { done: async () => found };
        const isStopped = await stopPayment(deps, found.invoice, cause.requestId ?? invoiceId);
        if (!isStopped) return { done: async () => refuse('conflict', IS_BEING_PAID) };
        return { next: 'mark', state };
      },
      async mark(state) {
        return { done: (tx) => mark(tx, state) };
      },
    },
  };
}

/** The invoice, or the reason why it cannot be marked now: its status, or a pending charge. */
async function findMarkable(
  tx: Transaction<BillingTables>,
  { invoiceId, amount }: OutsidePayment,
): Promise<Reply | LockedInvoice> {
  const locked = await lockInvoice(tx, invoiceId);
  if (!locked) throw new Error(`there is no invoice ${invoiceId}`);
  const { invoice, stored } = locked;
  const { charging, dunning, status } = stored?.subscription ?? {};
  const isRetried = status === 'past_due' && dunning?.charge?.invoiceId === invoiceId;
  const received = amount === undefined ? openOf(invoice) : BigInt(amount);
  const refusal = refusalOfOutside(invoice) ?? refusalOfAmount(invoice, received, isRetried);
  if (refusal !== undefined) return refuse('conflict', refusal);
  return charging ? busyReply() : locked;
}

async function mark(tx: Transaction<BillingTables>, state: OutsidePayment): Promise<Reply> {
  const found = await findMarkable(tx, state);
  if ('body' in found) return found;
  const { invoice, stored, times } = found;
  const { invoiceId, reference, cause } = state;
  // A page that was created meanwhile asks for an amount that is no longer due.
  if (isPayable(invoice)) return retryLater(IS_BEING_PAID);
  const amount = state.amount === undefined ? openOf(invoice) : BigInt(state.amount);
  const tooMuch = await refusalOfSurplus(tx, invoice, amount - openOf(invoice));
  if (tooMuch !== undefined) return refuse('conflict', tooMuch);
  const occasion = { ...times, cause };
  const paid = payOutside(invoice, { amount, reference, at: times.nowMs });
  const { status } = await saveChanges(tx, invoice, paid ? [paid] : [], occasion);
  if (stored && status === 'paid') await recordPayment(tx, stored, invoiceId, occasion);
  return { status: 200, body: toLinkedInvoice(await getInvoice(tx, invoiceId)) };
}

/** Reason why a surplus cannot become credit; undefined if it can. */
async function refusalOfSurplus(
  tx: Transaction<BillingTables>,
  invoice: Invoice,
  surplus: bigint,
): Promise<string | undefined> {
  if (surplus <= 0n) return undefined;
  const holder = { ...holderOf(invoice), currency: invoice.currency };
  const credit = (await lockCredits(tx, [holder])).get(keyOf(holder)) ?? 0n;
  return refusalOfAdjustment(credit, surplus);
}
