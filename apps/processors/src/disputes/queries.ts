import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import { type Dispute, type Step, workAt } from '../domain/dispute.ts';
import { takeDue } from '../due/queries.ts';
import type { Db, DisputeRow, Tx } from '../schema.ts';

/** False if another process has stored it already. */
export async function insertDispute(tx: Tx, dispute: Dispute): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('disputes')
    .values({
      ...toColumns(dispute),
      id: dispute.id,
      account_id: dispute.accountId,
      payment_id: dispute.paymentId,
      charge_id: dispute.chargeId,
      invoice_id: dispute.invoiceId,
      customer: dispute.customer,
      livemode: dispute.livemode,
      reference: dispute.reference,
      amount: dispute.amount,
      currency: dispute.currency,
      fee: dispute.fee,
      reason: dispute.reason,
      created_at: new Date(dispute.createdAt),
      work_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.columns(['charge_id', 'reference']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Saves a locked dispute. */
export async function saveDispute(tx: Tx, dispute: Dispute): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({
      ...toColumns(dispute),
      work_at: toDate(workAt(dispute, Date.now())),
    })
    .where('id', '=', dispute.id)
    .execute();
}

/** Schedules the next poll of a dispute that has not changed. */
export async function workInTime(db: Db, dispute: Dispute): Promise<void> {
  await db
    .updateTable('disputes')
    .set({ work_at: toDate(workAt(dispute, Date.now())) })
    .where('id', '=', dispute.id)
    // Otherwise the process that changed it has set the time.
    .where('version', '=', dispute.version)
    .execute();
}

/** Stores a move before the ledger is called; false if the dispute has changed since the read. */
export async function saveBegun(db: Db, dispute: Dispute, begun: Step): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('disputes')
    .set({ begun })
    .where('id', '=', dispute.id)
    .where('version', '=', dispute.version)
    .where('ended', 'is not distinct from', dispute.ended)
    .where('withdrawals_from', '=', dispute.withdrawalsFrom)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Retries later, because the account has too little money; less often for old disputes. */
export async function workLater(db: Db, dispute: Dispute): Promise<void> {
  const { id, version, withdrawals, createdAt } = dispute;
  const restMs = Math.min(Math.max((Date.now() - createdAt) / 4, 5_000), 3_600_000);
  const later = sql<Date>`clock_timestamp() + ${restMs} * interval '1 ms'`;
  await db
    .updateTable('disputes')
    .set({
      begun: null,
      // A concurrent change has set the time.
      work_at: sql<Date>`case when version = ${version} then ${later} else work_at end`,
    })
    .where('id', '=', id)
    .where('withdrawals', '=', withdrawals)
    .execute();
}

export async function findDispute(db: Db | Tx, id: Uuid): Promise<Dispute | undefined> {
  const row = await db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toDispute(row);
}

export async function listDisputesOf(tx: Tx, chargeId: Uuid): Promise<readonly Dispute[]> {
  const rows = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .execute();
  return rows.map(toDispute);
}

export async function findByReference(
  db: Db,
  chargeId: Uuid,
  reference: string,
): Promise<Dispute | undefined> {
  const row = await db
    .selectFrom('disputes')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row && toDispute(row);
}

export async function lockDispute(tx: Tx, id: Uuid): Promise<Dispute> {
  const row = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toDispute(row);
}

/** Leases disputes with pending moves. */
export async function takeToMove(db: Db, rowsMax: number): Promise<readonly Dispute[]> {
  return (await takeDue(db, ['disputes', 'work_at'], rowsMax)).map(toDispute);
}

export interface DisputeFilter extends Cursor {
  /** Null selects all accounts. */
  readonly accountId: Uuid | null;
  readonly paymentId: Uuid | undefined;
  readonly status: Dispute['status'] | undefined;
  /** Public id of a customer. */
  readonly customer?: string | undefined;
}

/** Matching disputes, newest first; oldest first from a `before` cursor. */
export async function selectDisputes(
  db: Db,
  { accountId, paymentId, status, customer, ...cursor }: DisputeFilter,
  rowsMax: number,
): Promise<readonly Dispute[]> {
  let query = db.selectFrom('disputes').selectAll();
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (paymentId !== undefined) query = query.where('payment_id', '=', paymentId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (customer !== undefined) query = query.where('customer', '=', customer);
  return (await selectPage(query, cursor, rowsMax).execute()).map(toDispute);
}

/** The columns that can change. */
function toColumns(dispute: Dispute) {
  return {
    version: dispute.version,
    status: dispute.status,
    evidence_due_at: toDate(dispute.evidenceDueAt),
    evidence_submitted_at: toDate(dispute.evidenceSubmittedAt),
    withdrawn: dispute.withdrawn,
    withdrawals: dispute.withdrawals,
    withdrawals_from: dispute.withdrawalsFrom,
    ended: dispute.ended,
    begun: dispute.begun,
    updated_at: new Date(dispute.updatedAt),
  };
}

function toDate(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}

function toDispute(row: Selectable<DisputeRow>): Dispute {
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    paymentId: row.payment_id,
    chargeId: row.charge_id,
    invoiceId: row.invoice_id,
    customer: row.customer,
    livemode: row.livemode,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    fee: row.fee,
    reason: row.reason,
    status: row.status,
    evidenceDueAt: row.evidence_due_at?.getTime() ?? null,
    evidenceSubmittedAt: row.evidence_submitted_at?.getTime() ?? null,
    withdrawn: row.withdrawn,
    withdrawals: row.withdrawals,
    withdrawalsFrom: row.withdrawals_from,
    ended: row.ended,
    begun: row.begun,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
