import { AppError, type Caller, newId, type Reply, type Uuid } from '@florin/contracts';
import type { IdempotencyKey, SagaRunner } from '@florin/database';
import {
  assertMayRefund,
  canRead,
  canWrite,
  listOwned,
  notFound,
  type OwnedRequest,
  refundLimitsOf,
} from '@florin/http-api';
import { findInvoiceCharge, findPaidCharge } from '../charges/queries.ts';
import type { Charge } from '../domain/charge.ts';
import type { Refund } from '../domain/refund.ts';
import type { Db } from '../schema.ts';
import { findRefund, type RefundFilter, selectRefunds } from './queries.ts';
import type { Refunding } from './saga.ts';

export interface RefundRouteDeps {
  readonly db: Db;
  readonly refunds: Pick<SagaRunner<Refunding>, 'begin'>;
}

export interface RefundRequest
  extends Omit<Refunding, 'id' | 'idempotencyKey' | 'paymentId' | 'limits'> {
  readonly caller: Caller;
}

/**
 * Refunds a payment.
 * @throws AppError not_found for payments of others.
 */
export async function refundPayment(
  deps: RefundRouteDeps,
  paymentId: Uuid,
  request: RefundRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const charge = await findPaidCharge(deps.db, paymentId);
  const what = 'payment with this id that a customer has paid or tried to pay';
  return refund(deps, charge, what, request, key);
}

/**
 * Refunds an invoice to its payer.
 * @throws AppError not_found for invoices of others.
 */
export async function refundInvoice(
  deps: RefundRouteDeps,
  invoiceId: Uuid,
  request: RefundRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const charge = await findInvoiceCharge(deps.db, invoiceId);
  const what = 'invoice with this id that a customer has paid through a payment processor';
  return refund(deps, charge, what, request, key);
}

async function refund(
  { refunds }: RefundRouteDeps,
  charge: Charge | undefined,
  what: string,
  { caller, ...request }: RefundRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (!charge || !canRead(caller, charge.merchant.accountId))
    throw new AppError('not_found', `there is no ${what}`);
  if (!canWrite(caller, charge.merchant.accountId))
    throw new AppError('forbidden', 'this role is read-only');
  const { paymentId } = charge;
  const idempotencyKey = key?.key ?? null;
  const limits = refundLimitsOf(caller);
  // Checked before the key is stored, so the request can be repeated with a second factor.
  assertMayRefund(limits, request.amount === null ? charge.amount : BigInt(request.amount));
  return refunds.begin({ ...request, limits, paymentId, id: newId(), idempotencyKey }, key);
}

export async function getRefund(db: Db, caller: Caller, id: Uuid): Promise<Refund> {
  const refund = await findRefund(db, id);
  if (!refund || refund.status === 'reserved' || !canRead(caller, refund.accountId))
    throw notFound('refund');
  return refund;
}

/** A page of the refunds visible to the caller, newest first. */
export function listRefunds(db: Db, caller: Caller, request: OwnedRequest<RefundFilter>) {
  return listOwned(caller, request, {
    name: 'refund',
    find: (id) => getRefund(db, caller, id),
    select: (filter, rowsMax) => selectRefunds(db, filter, rowsMax),
  });
}
