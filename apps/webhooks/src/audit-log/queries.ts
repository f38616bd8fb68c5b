import { type Actor, type DomainEvent, operationSchema, type Uuid } from '@florin/contracts';
import { type Bounds, travelOf, withinBounds } from '@florin/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../domain/access.ts';
import { type Audited, REFUSED_STATUS_MIN } from '../domain/audit-entry.ts';
import { inScope } from '../events/queries.ts';
import type { WebhooksTables } from '../schema.ts';
import { conditionsOf, ofEvent, ofOperation, type RequestFilter } from './requests.ts';

/** Position of an entry: an event of the log, or one of several operations after it. */
export interface AuditCursor {
  readonly sequence: bigint | null;
  readonly position: bigint;
  /** 0 for an event. */
  readonly number: bigint;
}

/** Events contain the internal id of an object, operations the public one. */
export interface AuditedObject {
  readonly id: Uuid;
  readonly publicId: string;
}

export interface AuditPage extends Bounds, RequestFilter {
  readonly scope: Scope;
  /** Undefined lists every type, and operations without events. */
  readonly types: readonly string[] | undefined;
  readonly outcome: 'done' | 'refused' | undefined;
  /** Only requests about this object. */
  readonly objectId: AuditedObject | undefined;
  /** Only entries after this one in the order of the list. */
  readonly after: AuditCursor | undefined;
  /** Only entries before this one. */
  readonly before: AuditCursor | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

export type PlacedEntry = Audited & AuditCursor;

/** The first entries beyond the cursor, in the direction of travel. */
export async function listAudited(
  db: Kysely<WebhooksTables>,
  page: AuditPage,
  rowsMax: number,
): Promise<readonly PlacedEntry[]> {
  // One account has an index by its own sequence; across several, only positions are ordered.
  const place = sql.ref(typeof page.scope === 'object' ? 'sequence' : 'position');
  const way = travelOf(page) === 'asc' ? sql`asc` : sql`desc`;
  const inOrder = sql`order by ${place} ${way}, number ${way} limit ${rowsMax}`;
  const { rows } = await sql<Row>`
    (select id, account_id, sequence, position, 0::bigint as number, type as action,
            null::integer as status, null as error, created_at, request->>'id' as request_id,
            request->'actor' as actor, data->'object'->>'id' as target_id,
            (select array_agg(name) from json_object_keys(data->'previous') as name) as changed,
            case when data->'previous'->'status_reason' is not null
              then data->'object'->>'status_reason' end as reason
       from events where ${sql.join(ofEvents(page), sql` and `)} ${inOrder})
    union all
    (select id, account_id, sequence, position, number, operation, status, error, created_at,
            request->>'id', request->'actor', target_id, null, null
       from audited_operations where ${sql.join(ofOperations(page), sql` and `)} ${inOrder})
    ${inOrder}`.execute(db);
  return rows.map(({ account_id, created_at, request_id, target_id, ...row }) => ({
    ...row,
    accountId: account_id,
    createdAt: created_at,
    requestId: request_id,
    targetId: target_id,
  }));
}

type Condition = RawBuilder<unknown>;

function ofEvents(page: AuditPage): readonly Condition[] {
  const { types, outcome, objectId } = page;
  return [
    sql`request->'actor' is not null`,
    ...ofBoth(page, sql`0`),
    ...conditionsOf(page, ofEvent),
    ...(types ? [sql`type = any(${types}::text[])`] : []),
    ...(objectId ? [sql`aggregate_id = ${objectId.id}`] : []),
    ...(outcome === 'refused' ? [sql`false`] : []),
  ];
}

function ofOperations(page: AuditPage): readonly Condition[] {
  const { types, outcome, objectId } = page;
  const isRefused = sql`status >= ${REFUSED_STATUS_MIN}`;
  return [
    ...ofBoth(page, sql`number`),
    ...conditionsOf(page, ofOperation),
    ...(types ? [sql`false`] : []),
    ...(objectId ? [sql`target_id = ${objectId.publicId}`] : []),
    ...(outcome === undefined ? [] : [outcome === 'refused' ? isRefused : sql`not ${isRefused}`]),
  ];
}

function ofBoth(
  { scope, after, before, order, createdAfter, createdBefore, livemode }: AuditPage,
  number: Condition,
): Condition[] {
  const name = typeof scope === 'object' ? 'sequence' : 'position';
  const at = sql`(${sql.ref(name)}, ${number})`;
  const placeOf = (cursor: AuditCursor) => sql`(${cursor[name]}, ${cursor.number})`;
  const from = after ?? before;
  const beyond = travelOf({ before, order }) === 'asc' ? sql`>` : sql`<`;
  return [
    inScope(scope),
    withinBounds({ createdAfter, createdBefore, livemode }),
    ...(from ? [sql`${at} ${beyond} ${placeOf(from)}`] : []),
  ];
}

interface Row {
  readonly id: Uuid;
  readonly account_id: Uuid | null;
  readonly sequence: bigint | null;
  readonly position: bigint;
  readonly number: bigint;
  readonly action: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly request_id: string | null;
  readonly actor: Actor;
  readonly target_id: string | null;
  readonly changed: readonly string[] | null;
  readonly reason: string | null;
}

/** Stores operations after all events known so far. Existing ones stay unchanged. */
export async function insertOperations(
  db: Kysely<WebhooksTables>,
  operations: readonly DomainEvent[],
): Promise<void> {
  if (operations.length === 0) return;
  const rows = operations.map(({ id, account_id, created_at, data, request }) => ({
    id,
    account_id,
    ...operationSchema.parse(data.object),
    created_at,
    request,
  }));
  await sql`
    insert into audited_operations
           (id, account_id, sequence, position, operation, status, error, target_id, created_at,
            request)
    select id, account_id,
           case when account_id is not null then
             coalesce((select last_sequence from account_sequences known
                        where known.account_id = asked.account_id), 0) end,
           (select last_position from log_head),
           operation, status, error, target_id, created_at, request
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as asked (id uuid, account_id uuid, operation text, status integer, error text,
                     target_id text, created_at timestamptz, request json)
    on conflict (id) do nothing`.execute(db);
}

/** Position of an operation in the audit log. */
export interface OperationPlace {
  readonly accountId: Uuid | null;
  readonly sequence: bigint | null;
  readonly position: bigint;
  readonly number: bigint;
}

export async function findOperation(
  db: Kysely<WebhooksTables>,
  id: Uuid,
): Promise<OperationPlace | undefined> {
  const row = await db
    .selectFrom('audited_operations')
    .select(['account_id', 'sequence', 'position', 'number'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, accountId: row.account_id };
}
