import type { Uuid } from '@florin/contracts';
import { type Cursor, executeNamed, selectPage, toIdArray } from '@florin/database';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Scope } from '../domain/access.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import type { WebhooksTables } from '../schema.ts';

type Db = Kysely<WebhooksTables>;
type Tx = Transaction<WebhooksTables>;
type EndpointRow = Selectable<WebhooksTables['webhook_endpoints']>;

export interface ScopedId {
  readonly id: Uuid;
  /** Endpoints outside the scope are not found. */
  readonly scope: Scope;
}

/** Blocks other creations in the account; returns its number of endpoints. */
export async function lockEndpointCount(tx: Tx, accountId: Uuid): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertEndpoint(tx: Tx, endpoint: Endpoint, secret: Buffer): Promise<void> {
  await tx
    .insertInto('webhook_endpoints')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      url: endpoint.url,
      event_types: [...endpoint.eventTypes],
      status: endpoint.status,
      disabled_reason: endpoint.disabledReason,
      failing_since: null,
      secret,
      previous_secret: null,
      previous_secret_ends_at: null,
      created_at: endpoint.createdAt,
      updated_at: endpoint.updatedAt,
      deleted_at: null,
    })
    .execute();
  await tx.insertInto('endpoint_queues').values({ endpoint_id: endpoint.id }).execute();
}

export async function findEndpoint(db: Db, { id, scope }: ScopedId) {
  const row = await selectWithin(db, scope).where('id', '=', id).executeTakeFirst();
  return row && toEndpoint(row);
}

/** Locks it against other changes, but not against new deliveries. */
export async function lockEndpoint(tx: Tx, { id, scope }: ScopedId) {
  const rows = selectWithin(tx, scope).where('id', '=', id).forNoKeyUpdate();
  const row = await rows.executeTakeFirst();
  return row && toEndpoint(row);
}

export interface EndpointFilter {
  readonly status: Endpoint['status'] | undefined;
  /** Whether to list only endpoints that events do not reach: failing or disabled. */
  readonly failing: boolean | undefined;
}

/** Newest first; oldest first from a `before` cursor. */
export async function selectEndpoints(
  db: Db,
  scope: Scope,
  { status, failing, ...cursor }: Cursor & EndpointFilter,
  rowsMax: number,
): Promise<readonly Endpoint[]> {
  let query = selectWithin(db, scope);
  if (status !== undefined) query = query.where('status', '=', status);
  const fails = sql<boolean>`(failing_since is not null or status = 'disabled')`;
  if (failing !== undefined) query = query.where(failing ? fails : sql<boolean>`not ${fails}`);
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map(toEndpoint);
}

/** The enabled endpoints of these accounts. */
export async function listEnabledEndpoints(tx: Tx, accountIds: readonly Uuid[]) {
  if (accountIds.length === 0) return [];
  return executeNamed(
    tx,
    sql<Pick<Endpoint, 'id' | 'accountId' | 'eventTypes'>>`
    select id, account_id as "accountId", event_types as "eventTypes" from webhook_endpoints
     where account_id = any(${toIdArray(accountIds)}::uuid[]) and deleted_at is null and status = 'enabled'`,
  );
}

export async function saveEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      url: endpoint.url,
      event_types: [...endpoint.eventTypes],
      status: endpoint.status,
      disabled_reason: endpoint.disabledReason,
      failing_since: endpoint.health.failingSince,
      is_failure_published: endpoint.health.isPublished,
      updated_at: endpoint.updatedAt,
    })
    .where('id', '=', endpoint.id)
    .execute();
}

/** Sequence of the next event about the endpoint. */
export async function takeEventNumber(tx: Tx, id: Uuid): Promise<number> {
  const { events_published } = await tx
    .updateTable('webhook_endpoints')
    .set(({ eb, ref }) => ({ events_published: eb(ref('events_published'), '+', 1) }))
    .where('id', '=', id)
    .returning('events_published')
    .executeTakeFirstOrThrow();
  return events_published;
}

/** Replaces the secret; the former one keeps signing until its end. */
export async function replaceSecret(
  tx: Tx,
  id: Uuid,
  { secret, now, endsAt }: { readonly secret: Buffer; readonly now: Date; readonly endsAt: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(({ ref }) => ({
      previous_secret: ref('secret'),
      previous_secret_ends_at: endsAt,
      secret,
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Hides an endpoint; the clean-up deletes its rows later. */
export async function markDeleted(tx: Tx, id: Uuid, now: Date): Promise<void> {
  await tx.updateTable('webhook_endpoints').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** The current signing secrets, newest first. */
export async function listSecrets(db: Db, id: Uuid, now: Date): Promise<readonly Buffer[]> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['secret', 'previous_secret', 'previous_secret_ends_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return [];
  const { secret, previous_secret: previous, previous_secret_ends_at: endsAt } = row;
  return previous && endsAt && endsAt > now ? [secret, previous] : [secret];
}

function selectWithin(db: Db, scope: Scope) {
  const all = db.selectFrom('webhook_endpoints').selectAll().where('deleted_at', 'is', null);
  return typeof scope === 'object' ? all.where('account_id', '=', scope.accountId) : all;
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    eventTypes: row.event_types,
    status: row.status,
    disabledReason: row.disabled_reason,
    health: { failingSince: row.failing_since, isPublished: row.is_failure_published },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
