import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Uuid } from '@florin/contracts';
import { findPaidCharge } from '../charges/queries.ts';
import type { Invoices } from '../clients.ts';
import type { Db } from '../schema.ts';
import { mustFindRefund, setReservedAmount } from './queries.ts';

export interface ReservationDeps {
  readonly db: Db;
  /** Undefined if no billing runs. */
  readonly invoices: Invoices | undefined;
}

/** A refund that may need money of an invoice. */
export interface Reserving {
  readonly requestId: string;
  readonly id: Uuid;
  readonly paymentId: Uuid;
  /** Minor units as a string; null for everything left. */
  readonly amount: string | null;
  /** A credit note, for which billing has already reserved the amount. */
  readonly isReserved?: true;
}

/** Reserves money of an invoice in billing, since credit notes may return the same money. */
export async function reserveOfInvoice(
  deps: ReservationDeps,
  state: Reserving,
): Promise<undefined> {
  const { db } = deps;
  const paid = await findInvoicePaid(deps, state);
  if (!paid) return;
  const { invoices, invoiceId, charge } = paid;
  const refund = await mustFindRefund(db, state.id);
  const request = {
    accountId: refund.accountId,
    invoiceId,
    paymentId: refund.paymentId,
    amountPaid: charge.amount,
    refundId: refund.id,
    amount: refund.amount,
    takesLess: state.amount === null,
    requestId: state.requestId,
  };
  const amount = await reserveSoon(invoices, request);
  if (amount !== undefined && amount < refund.amount)
    await setReservedAmount(db, refund.id, amount);
}

/** Billing learns of a payment by an event shortly after its payer, so the reservation retries. */
async function reserveSoon(
  invoices: Invoices,
  request: Parameters<Invoices['reserve']>[0],
): Promise<bigint | undefined> {
  const until = performance.now() + RESERVE_WAIT_MS;
  for (;;) {
    try {
      return await invoices.reserve(request);
    } catch (error) {
      const isFinal = !(error instanceof AppError) || error.code !== 'unavailable';
      if (isFinal || performance.now() > until) throw error;
      await sleep(RESERVE_REST_MS);
    }
  }
}

/** Shorter than the lease of a step, after which the saga retries. */
const RESERVE_WAIT_MS = 2_000;
const RESERVE_REST_MS = 100;

/** Releases the reservation of a refund that was refused. Idempotent. */
export async function releaseOfInvoice(deps: ReservationDeps, state: Reserving): Promise<void> {
  const paid = await findInvoicePaid(deps, state);
  await paid?.invoices.release(paid.invoiceId, state.id, state.requestId);
}

/** The invoice with money to reserve; undefined for other payments and for credit notes. */
async function findInvoicePaid({ db, invoices }: ReservationDeps, state: Reserving) {
  if (!invoices || state.isReserved) return undefined;
  const charge = await findPaidCharge(db, state.paymentId);
  const invoiceId = charge?.invoiceId ?? null;
  return charge && invoiceId !== null ? { invoices, charge, invoiceId } : undefined;
}
