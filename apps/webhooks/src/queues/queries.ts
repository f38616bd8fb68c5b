import { newId, type Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Attempt, Delivery, DeliveryStatus, Verdict } from '../domain/delivery.ts';
import type { WebhooksTables } from '../schema.ts';

type Db = Kysely<WebhooksTables>;
type Tx = Transaction<WebhooksTables>;
type DeliveryRow = Selectable<WebhooksTables['deliveries']>;

export interface NewDelivery {
  readonly id: Uuid;
  readonly endpointId: Uuid;
  readonly eventId: Uuid;
  readonly eventType: string;
  readonly aggregateId: Uuid | null;
}

export function toNewDelivery(
  event: { readonly id: Uuid; readonly type: string; readonly aggregate_id: Uuid | null },
  endpointId: Uuid,
): NewDelivery {
  const { id: eventId, type: eventType, aggregate_id: aggregateId } = event;
  return { id: newId(), endpointId, eventId, eventType, aggregateId };
}

/** Stores deliveries that are due at once. The caller must wake their queues afterwards. */
export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Key extends keyof NewDelivery>(key: Key) => rows.map((row) => row[key]);
  await sql`
    insert into deliveries
      (id, endpoint_id, event_id, event_type, aggregate_id, status, next_attempt_at)
    select id, endpoint_id, event_id, event_type, aggregate_id, 'pending', now()
      from unnest(${column('id')}::uuid[], ${column('endpointId')}::uuid[],
                  ${column('eventId')}::uuid[], ${column('eventType')}::text[],
                  ${column('aggregateId')}::uuid[])
        as given (id, endpoint_id, event_id, event_type, aggregate_id)`.execute(tx);
}

/** Stores a delivery of a test event, which is not in the log. */
export async function insertTest(
  tx: Tx,
  row: NewDelivery & { readonly event: object },
): Promise<Delivery> {
  const inserted = await tx
    .insertInto('deliveries')
    .values({
      id: row.id,
      endpoint_id: row.endpointId,
      event_id: row.eventId,
      event_type: row.eventType,
      aggregate_id: row.aggregateId,
      test_event: JSON.stringify(row.event),
      status: 'pending',
      next_attempt_at: sql<Date>`now()`,
      last_attempt_at: null,
      status_code: null,
      error: null,
      answer: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDelivery(inserted);
}

export interface DeliveryPage extends Cursor {
  /** Deliveries to one endpoint, or of one event. */
  readonly endpointId?: Uuid;
  readonly eventId?: Uuid;
  readonly status?: DeliveryStatus | undefined;
}

/** Newest first; oldest first from a `before` cursor. */
export async function selectDeliveries(
  db: Db,
  { endpointId, eventId, status, ...cursor }: DeliveryPage,
  rowsMax: number,
): Promise<readonly Delivery[]> {
  let query = db.selectFrom('deliveries').selectAll();
  if (endpointId) query = query.where('endpoint_id', '=', endpointId);
  if (eventId) query = query.where('event_id', '=', eventId);
  if (status) query = query.where('status', '=', status);
  return (await selectPage(query, cursor, rowsMax).execute()).map(toDelivery);
}

export async function isDeliveryOf(
  db: Db,
  column: 'endpoint_id' | 'event_id',
  of: Uuid,
  id: Uuid,
): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where(column, '=', of)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts pending deliveries up to a limit. */
export async function countPending(tx: Tx, endpointId: Uuid, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from deliveries where endpoint_id = ${endpointId} and status = 'pending'
       limit ${countMax}) pending`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

export interface DueDelivery {
  readonly id: Uuid;
  readonly eventId: Uuid;
  readonly aggregateId: Uuid | null;
  readonly attempts: number;
  readonly testEvent: object | null;
}

/** Due deliveries of an endpoint, in the order in which they became due. */
export async function listDue(
  db: Db,
  endpointId: Uuid,
  rowsMax: number,
): Promise<readonly DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select id, event_id as "eventId", aggregate_id as "aggregateId", attempts,
           test_event as "testEvent"
      from deliveries
     where endpoint_id = ${endpointId} and status = 'pending' and next_attempt_at <= now()
     order by next_attempt_at, id limit ${rowsMax}`.execute(db);
  return rows;
}

export interface Attempted {
  readonly delivery: Pick<DueDelivery, 'id' | 'attempts'>;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

/** Saves the results of attempts, unless another process has taken over and saved its own. */
export async function saveAttempts(tx: Tx, attempted: readonly Attempted[]): Promise<void> {
  if (attempted.length === 0) return;
  const column = <Value>(pick: (one: Attempted) => Value) => attempted.map(pick);
  await sql`
    update deliveries
       set status = done.status,
           attempts = done.attempts + 1,
           last_attempt_at = now(),
           next_attempt_at = now() + done.delay_ms * interval '1 millisecond',
           status_code = done.status_code,
           error = done.error,
           answer = done.answer
      from unnest(${column(({ delivery }) => delivery.id)}::uuid[],
                  ${column(({ delivery }) => delivery.attempts)}::int[],
                  ${column(({ verdict }) => verdict.status)}::text[],
                  ${column(({ verdict }) => verdict.delayMs)}::bigint[],
                  ${column(({ attempt }) => attempt.statusCode)}::int[],
                  ${column(({ attempt }) => attempt.error)}::text[],
                  ${column(({ attempt }) => attempt.answer)}::text[])
        as done (id, attempts, status, delay_ms, status_code, error, answer)
     where deliveries.id = done.id and deliveries.attempts = done.attempts`.execute(tx);
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    statusCode: row.status_code,
    error: row.error,
    answer: row.answer,
    lastAttemptAt: row.last_attempt_at,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
  };
}
