import type { Uuid } from '@florin/contracts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../schema.ts';
import type { TestChargeRow } from '../../tables/test.ts';
import { feeOf, isDisputed } from './cards.ts';
import { openDispute } from './disputes.ts';
import { addLine } from './lines.ts';

export type TestCharge = Selectable<TestChargeRow>;

/** Stores the first state of a charge; returns the stored one. */
export async function keep(
  db: Db,
  charge: Pick<TestCharge, 'id' | 'status'> & Partial<Insertable<TestChargeRow>>,
  resolveAfterMs: number,
): Promise<TestCharge> {
  const nothing = {
    account_id: null,
    amount: null,
    captured: null,
    currency: null,
    code: null,
    card_brand: null,
    card_last4: null,
    card_exp_month: null,
    card_exp_year: null,
  };
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('test_charges')
      .values({ ...nothing, ...charge })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made?.status === 'succeeded') await take(tx, made);
  });
  const kept = await findTestCharge(db, charge.id, resolveAfterMs);
  if (!kept) throw new Error('the test processor has lost a charge');
  return kept;
}

/** Reads a charge; one pending for long enough has succeeded. */
export async function findTestCharge(
  db: Db,
  id: Uuid,
  resolveAfterMs: number,
): Promise<TestCharge | undefined> {
  const found = await find(db, id);
  const isDue = found && Date.now() - found.created_at.getTime() >= resolveAfterMs;
  if (found?.status !== 'pending' || !isDue) return found;
  await end(db, id, 'pending', { status: 'succeeded', captured: sql<bigint>`amount` });
  return find(db, id);
}

/** Captures reserved money, up to the reserved amount. */
export function captureReserved(db: Db, id: Uuid, amount: bigint): Promise<void> {
  const captured = sql<bigint>`least(amount, ${amount})`;
  return end(db, id, 'authorized', { status: 'succeeded', captured });
}

export function releaseReserved(db: Db, id: Uuid): Promise<void> {
  return end(db, id, 'authorized', { status: 'canceled', captured: null });
}

function find(db: Db, id: Uuid): Promise<TestCharge | undefined> {
  return db.selectFrom('test_charges').selectAll().where('id', '=', id).executeTakeFirst();
}

function end(
  db: Db,
  id: Uuid,
  from: TestCharge['status'],
  change: {
    readonly status: 'succeeded' | 'canceled';
    readonly captured: ReturnType<typeof sql<bigint>> | null;
  },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('test_charges')
      .set(change)
      .where('id', '=', id)
      .where('status', '=', from)
      .returningAll()
      .executeTakeFirst();
    if (ended?.status === 'succeeded') await take(tx, ended);
  });
}

/** Books taken money, and opens a dispute if the card is one that disputes. */
async function take(tx: Tx, charge: TestCharge): Promise<void> {
  const { id, account_id, captured: gross, currency, card_last4 } = charge;
  if (account_id === null || gross === null || currency === null) return;
  const fee = feeOf(card_last4, gross);
  await addLine(tx, { account_id, kind: 'charge', about: `test_${id}`, gross, fee, currency });
  if (isDisputed(card_last4)) await openDispute(tx, charge);
}
