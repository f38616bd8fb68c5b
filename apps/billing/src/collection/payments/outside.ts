import { type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import type { Cause } from '../../domain/cause.ts';
import { payOutside } from '../../domain/invoice/money.ts';
import { IS_BEING_PAID, refusalOfOutside } from '../../domain/payment.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import { type LockedInvoice, lockInvoice } from '../../invoicing/invoices/lock.ts';
import { getInvoice, updateInvoices } from '../../invoicing/invoices/queries.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import { busyReply, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import type { BillingTables } from '../../schema.ts';
import type { LedgerDeps } from '../charges/collect-from-customer.ts';
import { recordPayment } from '../charges/record.ts';
import { stopPayment } from './stop.ts';

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface OutsidePayment {
  readonly invoiceId: Uuid;
  /** The seller's reference: a receipt, or a line on a bank statement. */
  readonly reference: string;
  readonly cause: Cause;
}

/**
 * Records that an invoice was paid outside Florin. Its payment request ends first, so that it is
 * not paid twice.
 */
export function outsidePaymentSaga(deps: LedgerDeps): Saga<OutsidePayment, BillingTables> {
  return {
    kind: 'outside_payment',
    first: 'stop',
    steps: {
      async stop(state) {
        const { invoiceId, cause } = state;
        const found = await retryWhileBusy(() =>
          deps.db.transaction().execute((tx) => findMarkable(tx, invoiceId)),
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
  id: Uuid,
): Promise<Reply | LockedInvoice> {
  const locked = await lockInvoice(tx, id);
  if (!locked) throw new Error(`there is no invoice ${id}`);
  const refusal = refusalOfOutside(locked.invoice);
  if (refusal !== undefined) return refuse('conflict', refusal);
  return locked.stored?.subscription.charging ? busyReply() : locked;
}

async function mark(
  tx: Transaction<BillingTables>,
  { invoiceId, reference, cause }: OutsidePayment,
): Promise<Reply> {
  const found = await findMarkable(tx, invoiceId);
  if ('body' in found) return found;
  const { invoice, stored, times } = found;
  const occasion = { ...times, cause };
  if (stored) {
    // The subscription records the payment; its event shows this reference.
    await updateInvoices(tx, [{ ...invoice, outsideReference: reference }]);
    await recordPayment(tx, stored, invoiceId, occasion);
  } else {
    const paid = payOutside(invoice, reference, times.nowMs);
    await saveChanges(tx, invoice, paid ? [paid] : [], occasion);
  }
  return { status: 200, body: toLinkedInvoice(await getInvoice(tx, invoiceId)) };
}
