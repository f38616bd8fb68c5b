import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import type { Selectable } from 'kysely';
import type { Refund } from '../domain/refund.ts';
import { takeDue } from '../due/queries.ts';
import type { Db, RefundRow, Tx } from '../schema.ts';
import { saveTransfer } from '../transfers/queries.ts';

export async function insertRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      version: refund.version,
      account_id: refund.accountId,
      payment_id: refund.paymentId,
      charge_id: refund.chargeId,
      invoice_id: refund.invoiceId,
      customer: refund.customer,
      livemode: refund.livemode,
      amount: refund.amount,
      currency: refund.currency,
      reason: refund.reason,
      metadata: JSON.stringify(refund.metadata),
      status: refund.status,
      failure_reason: null,
      reference: null,
      transaction_id: null,
      ask_at: null,
      created_at: new Date(refund.createdAt),
      updated_at: new Date(refund.updatedAt),
    })
    .execute();
}

/** Saves a refund; false if another process has changed it since `before`. */
export function saveRefund(tx: Tx, before: Refund, refund: Refund): Promise<boolean> {
  return saveTransfer(tx, 'refunds', before, refund);
}

/** Reduces a reserved refund to the amount left. */
export async function setReservedAmount(db: Db, id: Uuid, amount: bigint): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ amount })
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .execute();
}

export async function findRefund(db: Db | Tx, id: Uuid): Promise<Refund | undefined> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRefund(row);
}

/** @throws Error if there is none */
export async function mustFindRefund(db: Db | Tx, id: Uuid): Promise<Refund> {
  const refund = await findRefund(db, id);
  if (!refund) throw new Error(`refund ${id} does not exist`);
  return refund;
}

export async function listRefundsOf(tx: Tx, chargeId: Uuid): Promise<readonly Refund[]> {
  const rows = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .execute();
  return rows.map(toRefund);
}

export interface RefundFilter extends Cursor {
  /** Null selects all accounts. */
  readonly accountId: Uuid | null;
  readonly paymentId: Uuid | undefined;
  readonly status: Refund['status'] | undefined;
  /** Public id of a customer. */
  readonly customer?: string | undefined;
}

/** Matching refunds, newest first; oldest first from a `before` cursor. */
export async function selectRefunds(
  db: Db,
  { accountId, paymentId, status, customer, ...cursor }: RefundFilter,
  rowsMax: number,
): Promise<readonly Refund[]> {
  let query = db.selectFrom('refunds').selectAll().where('status', '!=', 'reserved');
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (paymentId !== undefined) query = query.where('payment_id', '=', paymentId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (customer !== undefined) query = query.where('customer', '=', customer);
  return (await selectPage(query, cursor, rowsMax).execute()).map(toRefund);
}

/** Leases refunds that are due for polling. */
export async function takeUndecided(db: Db, rowsMax: number): Promise<readonly Refund[]> {
  return (await takeDue(db, ['refunds', 'ask_at'], rowsMax)).map(toRefund);
}

function toRefund(row: Selectable<RefundRow>): Refund {
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    paymentId: row.payment_id,
    chargeId: row.charge_id,
    invoiceId: row.invoice_id,
    customer: row.customer,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    // The driver parses JSON columns.
    metadata: row.metadata as unknown as Refund['metadata'],
    status: row.status,
    failureReason: row.failure_reason,
    reference: row.reference,
    transactionId: row.transaction_id,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
