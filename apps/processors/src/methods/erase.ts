import {
  type DomainEvent,
  erasedEmail,
  redactEvent,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Erasure, recordErasures, redactOutbox } from '@florin/database';
import { sql } from 'kysely';
import { isUsable, remove } from '../domain/method.ts';
import { BY_PROCESSOR } from '../events.ts';
import type { Tx } from '../schema.ts';
import { change } from './operations.ts';

/** Removes the payment methods of erased customers, and redacts their refunds. */
export async function eraseCustomers(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  for (const erasure of await recordErasures(tx, events)) await eraseCustomer(tx, erasure);
}

async function eraseCustomer(tx: Tx, erasure: Erasure): Promise<void> {
  const customer = toPublicId('customer', erasure.customerId);
  await removeMethods(tx, erasure, customer);
  const ids = await redactRows(tx, erasure, customer);
  await redactOutbox(tx, ids, (event) => redactEvent(event, erasure.customerId));
}

/** Their processors remove them afterwards, by ids that stay stored until then. */
async function removeMethods(tx: Tx, { accountId }: Erasure, customer: string): Promise<void> {
  const usable = await tx
    .selectFrom('payment_methods')
    .select('id')
    .where('account_id', '=', accountId)
    .where('customer', '=', customer)
    .where('removed_at', 'is', null)
    .execute();
  for (const { id } of usable)
    await change(tx, { accountId, customer }, BY_PROCESSOR, (all, now) =>
      remove(all.filter(isUsable), id, now),
    );
}

async function redactRows(
  tx: Tx,
  { customerId, accountId }: Erasure,
  customer: string,
): Promise<readonly Uuid[]> {
  const noCard = sql`card_brand = null, card_last4 = null, card_exp_month = null, card_exp_year = null`;
  const isTheirs = sql`account_id = ${accountId} and customer = ${customer}`;
  await sql`
    update method_setups
       set email = ${erasedEmail(customerId)}, return_url = '', ask_at = null,
           status = case when status = 'open' then 'canceled' else status end
     where ${isTheirs}`.execute(tx);
  const { rows } = await sql<{ id: Uuid }>`
    with saved as (
      update payment_methods set ${noCard} where ${isTheirs} returning id
    ), paid as (
      update charges set ${noCard}
       where account_id = ${accountId} and coalesce(customer, saves_for) = ${customer}
      returning id
    ), returned as (
      update refunds set reason = null, metadata = '{}' where ${isTheirs} returning id
    )
    select id from saved union all select id from paid union all select id from returned
    union all select id from disputes where ${isTheirs}`.execute(tx);
  return rows.map(({ id }) => id);
}
