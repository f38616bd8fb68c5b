import { type PublicEvent, toPublicEvent, type Uuid } from '@florin/contracts';
import {
  type Bounds,
  executeNamed,
  insertRows,
  saveRowsIn,
  toBinaryArray,
  toIdArray,
  travelOf,
  withinBounds,
} from '@florin/database';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Scope } from '../domain/access.ts';
import type { LoggedEvent } from '../domain/event.ts';
import type { WebhooksTables } from '../schema.ts';

type EventRow = Omit<WebhooksTables['events'], 'data' | 'request'> &
  Pick<LoggedEvent, 'data' | 'request'>;

export async function insertEvents(
  tx: Transaction<WebhooksTables>,
  rows: readonly WebhooksTables['events'][],
): Promise<void> {
  await saveRowsIn(tx, EVENTS, rows);
}

const EVENTS = insertRows<WebhooksTables['events']>('events', [
  ['id', 'uuid', ({ id }) => id],
  ['account_id', 'uuid', ({ account_id }) => account_id],
  ['sequence', 'bigint', ({ sequence }) => sequence],
  ['position', 'bigint', ({ position }) => position],
  ['aggregate_id', 'uuid', ({ aggregate_id }) => aggregate_id],
  ['type', 'text', ({ type }) => type],
  ['created_at', 'timestamptz', ({ created_at }) => created_at.getTime()],
  ['data', 'json', ({ data }) => data],
  ['request', 'json', ({ request }) => request],
  ['request_id', 'text', ({ request_id }) => request_id],
  ['operation', 'text', ({ operation }) => operation],
  ['api_key_id', 'uuid', ({ api_key_id }) => api_key_id],
]);

export async function findEvent(
  db: Kysely<WebhooksTables>,
  id: Uuid,
): Promise<LoggedEvent | undefined> {
  const { rows } = await sql<EventRow>`select * from events where id = ${id}`.execute(db);
  return rows[0] && toLoggedEvent(rows[0]);
}

/** Public form of these events by id. */
export async function listPayloads(
  db: Kysely<WebhooksTables>,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, PublicEvent>> {
  const { rows } = await sql<EventRow>`
    select * from events where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toPublicEvent(toLoggedEvent(row))]));
}

/** Start of a page: after one event, in either direction. */
export type EventCursor = Pick<LoggedEvent, 'sequence' | 'position'>;

export interface EventPage extends Bounds {
  readonly scope: Scope;
  /** Undefined lists every type. */
  readonly types: readonly string[] | undefined;
  /** Undefined for all objects. */
  readonly objectId?: Uuid | undefined;
  /** Undefined for all requests. */
  readonly requestId?: string | undefined;
  /** Only events after this one in the order of the list. */
  readonly after: EventCursor | undefined;
  /** Only events before this one. */
  readonly before: EventCursor | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** The first events beyond the cursor, in the direction of travel. */
export async function selectEvents(
  db: Kysely<WebhooksTables>,
  { scope, types, objectId, requestId, after, before, order, ...bounds }: EventPage,
  rowsMax: number,
): Promise<readonly LoggedEvent[]> {
  // One account has an index by its own sequence; across several, only positions are ordered.
  const name = typeof scope === 'object' ? 'sequence' : 'position';
  const column = sql.ref(name);
  const conditions: RawBuilder<unknown>[] = [inScope(scope), withinBounds(bounds)];
  if (types) conditions.push(sql`type = any(${types}::text[])`);
  if (objectId !== undefined) conditions.push(sql`aggregate_id = ${objectId}`);
  if (requestId !== undefined) conditions.push(sql`request_id = ${requestId}`);
  const isAscending = travelOf({ before, order }) === 'asc';
  const from = after ?? before;
  if (from) conditions.push(sql`${column} ${isAscending ? sql`>` : sql`<`} ${from[name]}`);
  const { rows } = await sql<EventRow>`
    select * from events where ${sql.join(conditions, sql` and `)}
     order by ${column} ${isAscending ? sql`asc` : sql`desc`} limit ${rowsMax}`.execute(db);
  return rows.map(toLoggedEvent);
}

export function inScope(scope: Scope): RawBuilder<unknown> {
  if (typeof scope === 'object') return sql`account_id = ${scope.accountId}`;
  return scope === 'accounts' ? sql`account_id is not null` : sql`true`;
}

function toLoggedEvent(row: EventRow): LoggedEvent {
  return {
    id: row.id,
    accountId: row.account_id,
    sequence: row.sequence,
    position: row.position,
    type: row.type,
    createdAt: row.created_at,
    data: row.data,
    request: row.request,
  };
}

/** Events of an account between two instants, both inclusive, in its order. */
export async function listBetween(
  db: Kysely<WebhooksTables>,
  accountId: Uuid,
  { from, to }: { readonly from: Date; readonly to: Date },
  rowsMax: number,
) {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'account_id', 'aggregate_id'])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('sequence')
    .limit(rowsMax)
    .execute();
}

/** Fields of an event for its deliveries. */
export function findAddressed(db: Kysely<WebhooksTables>, id: Uuid) {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'account_id', 'aggregate_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Status of an account; undefined until its first event. One that was closed before the retention
 * of events counts as open, and has no new events.
 */
export async function findAccountStatus(
  db: Kysely<WebhooksTables>,
  id: Uuid,
): Promise<'open' | 'closed' | undefined> {
  const { rows } = await sql<{ is_known: boolean; is_closed: boolean }>`
    select exists (select from events where account_id = ${id} and type = 'account.closed') as is_closed,
           exists (select from events where account_id = ${id} and type = 'account.created')
             or exists (select from log_start where first_id is not null)
                and exists (select from account_sequences where account_id = ${id}) as is_known`.execute(
    db,
  );
  if (rows[0]?.is_closed) return 'closed';
  return rows[0]?.is_known ? 'open' : undefined;
}

/** Whether an event was in the log and its month was dropped. */
export async function hasExpired(db: Kysely<WebhooksTables>, id: Uuid): Promise<boolean> {
  const { rows } = await sql`select from log_start where ${id}::uuid < first_id`.execute(db);
  return rows.length > 0;
}

/** Whether events of the account after this sequence were dropped with their month. */
export async function isGapAfter(
  db: Kysely<WebhooksTables>,
  accountId: Uuid,
  sequence: bigint,
): Promise<boolean> {
  const { rows } = await sql`
    select from account_sequences known, log_start
     where known.account_id = ${accountId} and known.last_sequence > ${sequence}
       and log_start.first_id is not null
       and not exists (select from events
                        where account_id = ${accountId} and sequence = ${sequence + 1n})`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Takes the next `count` sequences of each account, locked until the transaction ends, so there are
 * no gaps. Returns the last one of each.
 */
export async function takeSequences(
  tx: Transaction<WebhooksTables>,
  counts: ReadonlyMap<Uuid, number>,
): Promise<ReadonlyMap<Uuid, bigint>> {
  // In id order, so that two batches with the same accounts cannot deadlock.
  const accountIds = [...counts.keys()].sort();
  const rows = await executeNamed(
    tx,
    sql<{ account_id: Uuid; last_sequence: bigint }>`
    insert into account_sequences as known (account_id, last_sequence)
    select unnest(${toIdArray(accountIds)}::uuid[]),
           unnest(${toBinaryArray(
             'bigint',
             accountIds.map((id) => counts.get(id) ?? 0),
           )}::bigint[])
    on conflict (account_id)
      do update set last_sequence = known.last_sequence + excluded.last_sequence
    returning account_id, last_sequence`,
  );
  return new Map(rows.map((row) => [row.account_id, row.last_sequence]));
}

/**
 * Takes the next `count` positions of the whole log, locked until the transaction ends. Call it
 * after all other locks. Returns the last one.
 */
export async function takePositions(
  tx: Transaction<WebhooksTables>,
  count: number,
): Promise<bigint> {
  const [head] = await executeNamed(
    tx,
    sql<{ last_position: bigint }>`
    update log_head set last_position = last_position + ${count} returning last_position`,
  );
  if (!head) throw new Error('the log has no head');
  return head.last_position;
}

/** The position of the newest event; every earlier event is visible. */
export async function findHead(db: Kysely<WebhooksTables>): Promise<bigint> {
  const { last_position } = await db
    .selectFrom('log_head')
    .select('last_position')
    .executeTakeFirstOrThrow();
  return last_position;
}

/** Whether an account ever had an event. */
export async function isKnownAccount(db: Kysely<WebhooksTables>, id: Uuid): Promise<boolean> {
  const row = await db
    .selectFrom('account_sequences')
    .select('account_id')
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
