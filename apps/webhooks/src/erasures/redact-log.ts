import {
  customerOf,
  type DomainEvent,
  parsePublicId,
  redactData,
  redactRequest,
  type Uuid,
} from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';

type Tx = Transaction<WebhooksTables>;

/** Events of an account searched per round. */
const SEARCHED_MAX = 1_000;

interface LogRow {
  readonly id: Uuid;
  readonly sequence: bigint;
  readonly data: DomainEvent['data'];
  readonly request: DomainEvent['request'];
}

/**
 * Searches the next part of the log for one erased customer, since it has no index by customer, and
 * redacts matching events. Returns whether there may be more.
 */
export function redactLog(db: Kysely<WebhooksTables>): Promise<boolean> {
  return inBackground(db, async (tx) => {
    const erasure = await tx
      .selectFrom('erasures')
      .selectAll()
      .where('finished_at', 'is', null)
      .orderBy('customer_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!erasure) return false;
    const { customer_id: customerId, account_id: accountId } = erasure;
    const { rows } = await sql<LogRow>`
      select id, sequence, data, request from events
       where account_id = ${accountId} and sequence > ${erasure.searched_sequence}
       order by sequence limit ${SEARCHED_MAX}`.execute(tx);
    const found = rows.filter(({ data }) => customerOf(data.object) === customerId);
    // A trigger on the log refuses every other change.
    await sql`set local florin.erasing = 'on'`.execute(tx);
    const credits = await findCredits(tx, rows, customerId);
    await redactFound(tx, [...found, ...credits], customerId);
    await redactAddresses(tx, accountId, found);
    const last = rows.at(-1)?.sequence;
    await tx
      .updateTable('erasures')
      .set(last === undefined ? { finished_at: new Date() } : { searched_sequence: last })
      .where('customer_id', '=', customerId)
      .execute();
    return true;
  });
}

/** Events of credits name a payment, whose events name the customer. */
async function findCredits(
  tx: Tx,
  rows: readonly LogRow[],
  customerId: Uuid,
): Promise<readonly LogRow[]> {
  const credits = rows.flatMap((row) => {
    const paymentId = paymentOf(row.data.object);
    return paymentId === undefined ? [] : [{ row, paymentId }];
  });
  if (credits.length === 0) return [];
  const ids = [...new Set(credits.map(({ paymentId }) => paymentId))];
  const { rows: payments } = await sql<Pick<LogRow, 'data'> & { aggregate_id: Uuid }>`
    select aggregate_id, data from events
     where aggregate_id = any(${ids}::uuid[]) and type like 'payment.%'`.execute(tx);
  const theirs = payments.filter(({ data }) => customerOf(data.object) === customerId);
  const paidByThem = new Set(theirs.map(({ aggregate_id }) => aggregate_id));
  return credits.filter(({ paymentId }) => paidByThem.has(paymentId)).map(({ row }) => row);
}

function paymentOf({ object, metadata }: DomainEvent['data']['object']): Uuid | undefined {
  if (object !== 'transaction') return undefined;
  const { payment_id } = (metadata ?? {}) as { readonly payment_id?: unknown };
  return typeof payment_id === 'string' ? parsePublicId('paymentRequest', payment_id) : undefined;
}

async function redactFound(tx: Tx, found: readonly LogRow[], customerId: Uuid): Promise<void> {
  for (const { id, data, request } of found)
    await tx
      .updateTable('events')
      .set({
        data: JSON.stringify(redactData(data, customerId)),
        request: JSON.stringify(redactRequest(request)),
      })
      .where('id', '=', id)
      .execute();
  // An endpoint's response may repeat the event.
  const ids = found.map(({ id }) => id);
  await sql`
    update deliveries set answer = null
     where event_id = any(${ids}::uuid[]) and answer is not null`.execute(tx);
}

/**
 * Other events of the same requests, such as a payment's transaction, have the same client address.
 */
async function redactAddresses(tx: Tx, accountId: Uuid, found: readonly LogRow[]): Promise<void> {
  const requestIds = found.flatMap(({ request }) => request.id ?? []);
  if (requestIds.length === 0) return;
  const { rows } = await sql<Pick<LogRow, 'id' | 'request'>>`
    select id, request from events
     where account_id = ${accountId} and request_id = any(${requestIds}::text[])`.execute(tx);
  for (const { id, request } of rows)
    if (redactRequest(request) !== request)
      await tx
        .updateTable('events')
        .set({ request: JSON.stringify(redactRequest(request)) })
        .where('id', '=', id)
        .execute();
}
