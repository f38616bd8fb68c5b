import { type Selectable, sql } from 'kysely';
import type { TransferState, Unknown } from '../../contract/model.ts';
import type { PayoutOrder, RefundOrder } from '../../contract/processor.ts';
import type { Db, Tx } from '../../schema.ts';
import type { TestTransferRow } from '../../tables/test.ts';
import { payoutOf, refundsOf } from './cards.ts';
import { addLine } from './lines.ts';

/** Time until a refund or payout reaches its next status. */
const NEXT_AFTER_MS = 3_000;
/** Prefix of the test processor's own ids. */
const REFERENCE = 'test_';

type Transfer = Selectable<TestTransferRow>;

/** Refunds a charge, up to the amount left. */
export function refund(db: Db, order: RefundOrder): Promise<TransferState> {
  return db.transaction().execute(async (tx) => {
    const chargeId = order.chargeReference.replace(REFERENCE, '');
    // Serializes the refunds of one charge.
    const charge = await tx
      .selectFrom('test_charges')
      .selectAll()
      .where('id', '=', chargeId)
      .forUpdate()
      .executeTakeFirst();
    const earlier = await findTransfer(tx, order.id);
    if (earlier) return toState(earlier);
    const left = (charge?.captured ?? 0n) - (await givenBack(tx, chargeId));
    const isTooMuch = order.amount > left;
    const { status, next } = refundsOf(charge?.card_last4 ?? null);
    const row = { kind: 'refund', charge_id: charge?.id ?? null } as const;
    if (isTooMuch)
      return insert(tx, { ...row, status: 'failed', reason: 'more than is left' }, order, null);
    return insert(tx, { ...row, status, reason: null }, order, next);
  });
}

export function payOut(db: Db, order: PayoutOrder): Promise<TransferState> {
  return db.transaction().execute(async (tx) => {
    const earlier = await findTransfer(tx, order.id);
    if (earlier) return toState(earlier);
    const { status, next } = payoutOf(order.amount);
    const reason = status === 'failed' ? 'account_closed' : null;
    return insert(tx, { kind: 'payout', charge_id: null, status, reason }, order, next);
  });
}

/** Current state of a refund or payout. */
export async function findOne(db: Db, id: string): Promise<TransferState | Unknown> {
  await moveOn(db);
  const found = await findTransfer(db, id);
  return found ? toState(found) : { status: 'unknown' };
}

/** Moves all due refunds and payouts to their next status. */
export function moveOn(db: Db): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('test_transfers')
      .selectAll()
      .where('next_at', '<=', sql<Date>`clock_timestamp()`)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const transfer of due) {
      const { id, kind, amount, next_status: status } = transfer;
      if (status === null) continue;
      const comesBack = kind === 'payout' && status === 'succeeded' && payoutOf(amount).comesBack;
      await tx
        .updateTable('test_transfers')
        .set({
          status,
          reason: status === 'failed' ? 'account_closed' : null,
          next_status: comesBack ? 'failed' : null,
          next_at: comesBack ? nextAt() : null,
          changed_at: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute();
      if (status === 'failed') await addTransferLine(tx, transfer, amount);
    }
  });
}

export async function listChangedTransfers(db: Db, since: number) {
  await moveOn(db);
  return db
    .selectFrom('test_transfers')
    .select(['id', 'kind', 'status', 'changed_at'])
    .where('changed_at', '>=', new Date(since))
    .orderBy('changed_at')
    .execute();
}

async function insert(
  tx: Tx,
  row: Pick<Transfer, 'kind' | 'charge_id' | 'status' | 'reason'>,
  { id, merchant, amount, currency }: RefundOrder | PayoutOrder,
  next: Transfer['next_status'],
): Promise<TransferState> {
  const made = await tx
    .insertInto('test_transfers')
    .values({
      ...row,
      id,
      account_id: merchant.accountId,
      amount,
      currency,
      next_status: next,
      next_at: next && nextAt(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.status !== 'failed') await addTransferLine(tx, made, -amount);
  return toState(made);
}

async function addTransferLine(tx: Tx, transfer: Transfer, gross: bigint): Promise<void> {
  const { id, kind, account_id, currency } = transfer;
  await addLine(tx, { account_id, kind, about: `${REFERENCE}${id}`, gross, fee: 0n, currency });
}

async function findTransfer(db: Db | Tx, id: string): Promise<Transfer | undefined> {
  return db.selectFrom('test_transfers').selectAll().where('id', '=', id).executeTakeFirst();
}

async function givenBack(tx: Tx, chargeId: string): Promise<bigint> {
  const { sum } = await tx
    .selectFrom('test_transfers')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('sum'))
    .where('charge_id', '=', chargeId)
    .where('status', '!=', 'failed')
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

function nextAt() {
  return sql<Date>`clock_timestamp() + ${NEXT_AFTER_MS} * interval '1 ms'`;
}

function toState({ id, status, reason }: Transfer): TransferState {
  const reference = `${REFERENCE}${id}`;
  return status === 'failed'
    ? { status, reference, reason: reason ?? 'failed' }
    : { status, reference };
}
