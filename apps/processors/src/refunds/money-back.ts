import type { Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Refunded and disputed money of a payment; minor units. */
export interface MoneyBack {
  readonly paymentId: Uuid;
  /** Sum of the refunds that have not failed. */
  readonly refunded: bigint;
  /** Sum of the disputes that are open or lost. */
  readonly disputed: bigint;
}

/** Sums the refunds and disputes visible to clients; omits payments without any. */
export async function sumMoneyBack(
  db: Db,
  paymentIds: readonly Uuid[],
): Promise<readonly MoneyBack[]> {
  const { rows } = await sql<MoneyBack>`
    select payment_id as "paymentId", sum(refunded)::bigint as refunded,
           sum(disputed)::bigint as disputed
      from (select payment_id, amount as refunded, 0 as disputed from refunds
             where payment_id = any(${paymentIds}::uuid[]) and status in ('pending', 'succeeded')
            union all
            select payment_id, 0, amount from disputes
             where payment_id = any(${paymentIds}::uuid[]) and status <> 'won') as back
     group by payment_id`.execute(db);
  return rows;
}
