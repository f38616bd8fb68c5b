import {
  type DomainEvent,
  erasedEmail,
  newId,
  redactEvent,
  timeOfId,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox, recordErasures, redactOutbox } from '@florin/database';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { SYSTEM_CAUSE } from '../domain/events.ts';
import { nextId } from '../domain/ids.ts';
import { toEvent } from '../domain/transaction/events.ts';
import { makeRandom } from '../posting/random.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type TransactionRow, toTransaction } from '../schema/transaction-rows.ts';
import type { Books } from '../shards/books.ts';

/** Records erased customers; their payments, which may be in another shard, are redacted later. */
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

/** Public id of an invoice, which is not personal data. */
const INVOICE_ID = '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$';

/** Pending payments expire, so that no page asks the customer for money. */
async function redactPayments(
  tx: Transaction<LedgerTables>,
  customerId: Uuid,
  accountId: Uuid,
): Promise<void> {
  // Locked first, as the writer does, to prevent deadlocks.
  const { rows: balances } = await sql<{ last_id: Uuid | null }>`
    select last_id from balances where account_id = ${accountId} for update`.execute(tx);
  const { rows } = await sql<{ id: Uuid; transaction_id: Uuid | null }>`
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
    returning id, transaction_id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const creditIds = rows.flatMap(({ transaction_id }) => transaction_id ?? []);
  await sql`
    update payment_attempts set card_brand = null, card_last4 = null
     where account_id = ${accountId} and payment_id = any(${ids}::uuid[])`.execute(tx);
  await redactOutbox(tx, [...ids, ...creditIds], (event) => redactEvent(event, customerId));
  await redactCredits(tx, accountId, creditIds, balances[0]?.last_id ?? null);
}

const random = makeRandom();

/** Redacts texts of payment credits, under the lock of the account, whose clock is its last id. */
async function redactCredits(
  tx: Transaction<LedgerTables>,
  accountId: Uuid,
  ids: readonly Uuid[],
  lastId: Uuid | null,
): Promise<void> {
  if (ids.length === 0) return;
  const clockId = nextId(lastId, Date.now(), random);
  const { rows } = await sql<Selectable<TransactionRow>>`
    update transactions
       set version = version + 1, updated_at = ${new Date(timeOfId(clockId))},
           reference = case when reference ~ ${INVOICE_ID} then reference end,
           metadata = json_build_object('payment_id', metadata->>'payment_id')
     where account_id = ${accountId} and id = any(${ids}::uuid[])
       and (reference !~ ${INVOICE_ID}
            or (select count(*) from json_object_keys(metadata)) > 1)
    returning *`.execute(tx);
  const events = rows.map(toTransaction).flatMap((after) => {
    const before = { ...after, version: after.version - 1n };
    return toEvent(before, after, SYSTEM_CAUSE, newId) ?? [];
  });
  if (events.length === 0) return;
  await sql`update balances set last_id = ${clockId} where account_id = ${accountId}`.execute(tx);
  await addToOutbox(tx, events);
}
