import {
  type DomainEvent,
  erasedEmail,
  redactEvent,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { recordErasures, redactOutbox } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Books } from '../shards/books.ts';
import type { LedgerTables } from '../tables.ts';

/** Records erased customers; their payments, which may be in another shard, are redacted afterwards. */
export async function onCustomerErased(
  tx: Transaction<LedgerTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  await recordErasures(tx, events);
}

/** Redacts the payments of one erased customer; returns whether there may be more customers. */
export async function redactNext(db: Kysely<LedgerTables>, books: Books): Promise<boolean> {
  const next = await db
    .selectFrom('erasures')
    .select(['customer_id', 'account_id'])
    .where('finished_at', 'is', null)
    .orderBy('customer_id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  const { customer_id: customerId, account_id: accountId } = next;
  await books
    .of(accountId)
    .transaction()
    .execute((tx) => redactPayments(tx, customerId, accountId));
  await db
    .updateTable('erasures')
    .set({ finished_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .execute();
  return true;
}

/** Public id of an invoice, which is no personal data. */
const INVOICE_ID = '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$';

/** Payments that are still to be paid expire, so that no page asks the customer for money. */
async function redactPayments(
  tx: Transaction<LedgerTables>,
  customerId: Uuid,
  accountId: Uuid,
): Promise<void> {
  const { rows } = await sql<{ id: Uuid }>`
    update payment_requests
       set customer_email = ${erasedEmail(customerId)}, return_url = null,
           reference = case when reference ~ ${INVOICE_ID} then reference end,
           expires_at = case when status = 'pending' then least(expires_at, clock_timestamp())
                             else expires_at end,
           metadata = case when metadata->>'invoice_id' ~ ${INVOICE_ID}
                           then json_build_object('invoice_id', metadata->>'invoice_id')
                           else '{}' end
     where account_id = ${accountId}
       and coalesce(customer_id, saves_for) = ${toPublicId('customer', customerId)}
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`
    update payment_attempts set card_brand = null, card_last4 = null
     where account_id = ${accountId} and payment_id = any(${ids}::uuid[])`.execute(tx);
  await redactOutbox(tx, ids, (event) => redactEvent(event, customerId));
}
