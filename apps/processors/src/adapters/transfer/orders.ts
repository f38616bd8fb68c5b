import type { Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { BankOrder } from '../../domain/bank-order.ts';
import type { Db, Tx } from '../../schema.ts';

/** Stores an expected transfer; returns the stored one. */
export async function keepOrder(db: Db, order: BankOrder): Promise<BankOrder> {
  await db
    .insertInto('bank_orders')
    .values({ ...order, paid_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const kept = await findOrder(db, order.id);
  if (!kept) throw new Error(`bank order ${order.id} does not exist`);
  return kept;
}

export function findOrder(db: Db, id: Uuid): Promise<BankOrder | undefined> {
  return db.selectFrom('bank_orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Cancels an expected transfer, unless its money has arrived. */
export async function cancelOrder(db: Db, id: Uuid): Promise<void> {
  await db
    .updateTable('bank_orders')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** Locks the orders with these references. */
export async function lockOrders(
  tx: Tx,
  references: readonly string[],
): Promise<readonly BankOrder[]> {
  const { rows } = await sql<BankOrder>`
    select * from bank_orders where reference = any(${references}::text[])
     order by id for update`.execute(tx);
  return rows;
}

/** Marks orders as paid. */
export async function markPaid(tx: Tx, ids: readonly Uuid[]): Promise<void> {
  await sql`
    update bank_orders set status = 'paid', paid_at = clock_timestamp()
     where id = any(${ids}::uuid[])`.execute(tx);
}

/** Orders paid since an instant, in milliseconds since 1970. */
export async function listPaid(db: Db, since: number): Promise<readonly BankOrder[]> {
  return db.selectFrom('bank_orders').selectAll().where('paid_at', '>=', new Date(since)).execute();
}
