import type { Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../schema.ts';
import type { BankOrder } from './model.ts';

/** Stores the first word about a transfer that a customer is asked for; returns what is stored. */
export async function keepOrder(db: Db, order: BankOrder): Promise<BankOrder> {
  await db
    .insertInto('bank_orders')
    .values({ ...order, paid_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const kept = await findOrder(db, order.id);
  if (!kept) throw new Error(`the bank order ${order.id} is gone`);
  return kept;
}

export function findOrder(db: Db, id: Uuid): Promise<BankOrder | undefined> {
  return db.selectFrom('bank_orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Nothing is waited for any more, unless it has come. */
export async function cancelOrder(db: Db, id: Uuid): Promise<void> {
  await db
    .updateTable('bank_orders')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** Those of these references, and nobody else changes them in the meantime. */
export async function lockOrders(
  tx: Tx,
  references: readonly string[],
): Promise<readonly BankOrder[]> {
  const { rows } = await sql<BankOrder>`
    select * from bank_orders where reference = any(${references}::text[])
     order by id for update`.execute(tx);
  return rows;
}

/** Their money has come. */
export async function markPaid(tx: Tx, ids: readonly Uuid[]): Promise<void> {
  await sql`
    update bank_orders set status = 'paid', paid_at = clock_timestamp()
     where id = any(${ids}::uuid[])`.execute(tx);
}

/** Whose money has come since then, in milliseconds since 1970. */
export async function listPaid(db: Db, since: number): Promise<readonly BankOrder[]> {
  return db.selectFrom('bank_orders').selectAll().where('paid_at', '>=', new Date(since)).execute();
}
