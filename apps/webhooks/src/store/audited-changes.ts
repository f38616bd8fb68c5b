import type { Actor, Uuid } from '@florin/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Span } from '../domain/access.ts';
import type { AuditedChange } from '../domain/audit-entry.ts';
import { type EventCursor, withinSpan } from './events.ts';
import type { WebhooksTables } from './schema.ts';

export interface AuditPage {
  readonly span: Span;
  /** Undefined lists every type. */
  readonly types: readonly string[] | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Only what is older than this one. */
  readonly after: EventCursor | undefined;
  /** Only what is newer than this one; the oldest of them come first. */
  readonly before: EventCursor | undefined;
}

export type PlacedChange = AuditedChange & EventCursor;

/** The first changes beyond the cursor that somebody asked for, in the direction of travel. */
export async function listAuditedChanges(
  db: Kysely<WebhooksTables>,
  { span, types, from, to, after, before }: AuditPage,
  rowsMax: number,
): Promise<readonly PlacedChange[]> {
  // An account has an index by its own numbers; over several, only positions are in order.
  const name = typeof span === 'object' ? 'sequence' : 'position';
  const column = sql.ref(name);
  const conditions: RawBuilder<unknown>[] = [withinSpan(span), sql`request->'actor' is not null`];
  if (types) conditions.push(sql`type = any(${types}::text[])`);
  if (from) conditions.push(sql`created_at >= ${from}`);
  if (to) conditions.push(sql`created_at <= ${to}`);
  if (after) conditions.push(sql`${column} < ${after[name]}`);
  if (before) conditions.push(sql`${column} > ${before[name]}`);
  const { rows } = await sql<Row>`
    select id, account_id, sequence, position, type, created_at, request->>'id' as request_id,
           request->'actor' as actor, data->'object'->>'id' as target_id,
           (select array_agg(name) from json_object_keys(data->'previous') as name) as changed
      from events where ${sql.join(conditions, sql` and `)}
     order by ${column} ${before ? sql`asc` : sql`desc`} limit ${rowsMax}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    sequence: row.sequence,
    position: row.position,
    type: row.type,
    createdAt: row.created_at,
    requestId: row.request_id,
    actor: row.actor,
    targetId: row.target_id,
    changed: row.changed,
  }));
}

interface Row {
  readonly id: Uuid;
  readonly account_id: Uuid | null;
  readonly sequence: bigint | null;
  readonly position: bigint;
  readonly type: string;
  readonly created_at: Date;
  readonly request_id: string | null;
  readonly actor: Actor;
  readonly target_id: string | null;
  readonly changed: readonly string[] | null;
}
