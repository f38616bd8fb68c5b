import { setTimeout as pause } from 'node:timers/promises';
import {
  AppError,
  type Caller,
  isLive,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, type PageQuery, runOnce } from '@florin/database';
import { listBody, notFound, onlyAdminsChoose, readPage } from '@florin/http-api';
import { currentActor } from '@florin/runtime/caller';
import type { Kysely, Transaction } from 'kysely';
import { includes, managedScope, visibleScope } from '../domain/access.ts';
import {
  applyChange,
  type Endpoint,
  type EndpointChange,
  newEndpoint,
  toEndpointResource,
} from '../domain/endpoint.ts';
import { findAccountStatus } from '../events/queries.ts';
import { ENDPOINTS_MAX } from '../limits.ts';
import {
  type EndpointFilter,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  lockEndpointCount,
  markDeleted,
  replaceSecret,
  type ScopedId,
  saveEndpoint,
  selectEndpoints,
} from '../queues/endpoint-queries.ts';
import { wakeQueues } from '../queues/endpoint-queues.ts';
import type { WebhooksTables } from '../schema.ts';
import { publishFailing } from './publish-health.ts';
import { createSecret, formatSecret } from './signing.ts';

/** How long the former secret keeps signing after a rotation. */
const OVERLAP_MS = 86_400_000;
/** Events arrive within about 100 ms, later under load; the gateway times out after 3 s. */
const KNOWN_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 100;

export interface EndpointRequest {
  /** Account chosen by an admin; undefined for other callers. Null matches no account. */
  readonly accountId: Uuid | null | undefined;
  readonly url: string;
  readonly eventTypes: readonly string[];
}

export interface EndpointsDeps {
  readonly db: Kysely<WebhooksTables>;
}

export async function getEndpoint({ db }: EndpointsDeps, caller: Caller, id: Uuid) {
  return toEndpointResource(await findOrThrow(db, { id, scope: visibleScope(caller) }));
}

export async function listEndpoints(
  { db }: EndpointsDeps,
  caller: Caller,
  query: PageQuery & EndpointFilter & { readonly accountId: Uuid | null | undefined },
) {
  const visible = visibleScope(caller);
  const { accountId } = query;
  const isVisible = accountId !== null && (accountId === undefined || includes(visible, accountId));
  if (!isVisible) return listBody({ items: [], hasMore: false }, toEndpointResource);
  const scope = accountId === undefined ? visible : { accountId };
  const page = await readPage(query, {
    name: 'webhook endpoint',
    find: (id) => findEndpoint(db, { id, scope }),
    select: (filter, rowsMax) => selectEndpoints(db, scope, filter, rowsMax),
  });
  return listBody(page, toEndpointResource);
}

/** Creates an endpoint. Only this reply, and that of a rotation, contain the secret. */
export async function createEndpoint(
  { db }: EndpointsDeps,
  caller: Caller,
  { accountId: asked, url, eventTypes }: EndpointRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const accountId = await accountOf(db, caller, asked);
  const secret = createSecret();
  let isNew = false;
  const reply = await runOnce(db, key, async (tx) => {
    if ((await lockEndpointCount(tx, accountId)) >= ENDPOINTS_MAX)
      return refuse(
        'conflict',
        `an account can have at most ${ENDPOINTS_MAX} endpoints; delete one first`,
      );
    const endpoint = newEndpoint({ accountId, url, eventTypes }, new Date());
    await insertEndpoint(tx, endpoint, secret);
    isNew = true;
    return { status: 201, body: toEndpointResource(endpoint) };
  });
  return isNew ? withSecret(reply, secret) : reply;
}

export function updateEndpoint(
  { db }: EndpointsDeps,
  caller: Caller,
  id: Uuid,
  { key, ...change }: EndpointChange & { readonly key: IdempotencyKey | undefined },
): Promise<Reply> {
  return changeEndpoint(db, { id, scope: managedScope(caller) }, key, async (tx, endpoint) => {
    const changed = applyChange(endpoint, change, new Date());
    if (changed !== endpoint) await saveEndpoint(tx, changed);
    // Deliveries have waited while it was disabled.
    if (changed.status === 'enabled' && endpoint.status !== 'enabled') await wakeQueues(tx, [id]);
    return { status: 200, body: toEndpointResource(changed) };
  });
}

export async function rotateSecret(
  { db }: EndpointsDeps,
  caller: Caller,
  id: Uuid,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const secret = createSecret();
  let isNew = false;
  const scoped = { id, scope: managedScope(caller) };
  const reply = await changeEndpoint(db, scoped, key, async (tx, endpoint) => {
    const now = new Date();
    const endsAt = new Date(now.getTime() + OVERLAP_MS);
    await replaceSecret(tx, id, { secret, now, endsAt });
    isNew = true;
    return { status: 200, body: toEndpointResource({ ...endpoint, updatedAt: now }) };
  });
  return isNew ? withSecret(reply, secret) : reply;
}

/** Simulates an hour of failures of an endpoint, so that its owner can test the notification. */
export function markFailing(
  { db }: EndpointsDeps,
  caller: Caller,
  id: Uuid,
  { key, requestId }: { readonly key: IdempotencyKey | undefined; readonly requestId: string },
): Promise<Reply> {
  return changeEndpoint(db, { id, scope: managedScope(caller) }, key, async (tx, endpoint) => {
    if (isLive(endpoint.accountId))
      throw new AppError(
        'invalid_request',
        'only endpoints of test accounts can be marked as failing; a live endpoint is marked after an hour of failures',
      );
    const { failingSince, isPublished } = endpoint.health;
    const request = { id: requestId, idempotency_key: key?.key ?? null, actor: currentActor() };
    if (failingSince === null)
      return refuse('conflict', 'no delivery has failed since the last success');
    if (isPublished) return refuse('conflict', 'the endpoint is already marked as failing');
    return { status: 200, body: toEndpointResource(await publishFailing(tx, endpoint, request)) };
  });
}

export async function deleteEndpoint(
  { db }: EndpointsDeps,
  caller: Caller,
  id: Uuid,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const scope = managedScope(caller);
  // Checks the Idempotency-Key first, unlike elsewhere: on a repetition the endpoint is gone.
  return runOnce(db, key, async (tx) => {
    if (!(await lockEndpoint(tx, { id, scope }))) throw notFound('webhook endpoint');
    await markDeleted(tx, id, new Date());
    const message = 'the endpoint is deleted; no more events are sent to it';
    return { status: 200, body: { id: toPublicId('webhookEndpoint', id), message } };
  });
}

/** Changes an endpoint within a scope, once per Idempotency-Key. */
export async function changeEndpoint(
  db: Kysely<WebhooksTables>,
  scoped: ScopedId,
  key: IdempotencyKey | undefined,
  work: (tx: Transaction<WebhooksTables>, endpoint: Endpoint) => Promise<Reply>,
): Promise<Reply> {
  await findOrThrow(db, scoped);
  return runOnce(db, key, async (tx) => {
    const endpoint = await lockEndpoint(tx, scoped);
    if (!endpoint) throw notFound('webhook endpoint');
    return work(tx, endpoint);
  });
}

/** @throws AppError not_found */
async function findOrThrow(db: Kysely<WebhooksTables>, scoped: ScopedId): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, scoped);
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

/**
 * The account of a new endpoint.
 * @throws AppError not_found if it is unknown or closed, invalid_request for callers that may not
 * choose.
 */
async function accountOf(
  db: Kysely<WebhooksTables>,
  caller: Caller,
  asked: Uuid | null | undefined,
): Promise<Uuid> {
  const scope = managedScope(caller);
  if (typeof scope === 'object') {
    if (asked !== undefined && asked !== scope.accountId) throw onlyAdminsChoose('account_id');
    return scope.accountId;
  }
  if (asked === undefined && caller.accountId !== null) return caller.accountId;
  if (asked != null && (await isOpen(db, asked))) return asked;
  throw new AppError('not_found', 'there is no open account with this id');
}

/** Waits briefly, because the event of a new account may still be on its way. */
async function isOpen(db: Kysely<WebhooksTables>, id: Uuid): Promise<boolean> {
  const endsAt = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    const status = await findAccountStatus(db, id);
    if (status !== undefined || performance.now() > endsAt) return status === 'open';
    await pause(LOOK_EVERY_MS);
  }
}

/** Added after the reply is stored under its Idempotency-Key, so a replay has no secret. */
function withSecret(reply: Reply, secret: Buffer): Reply {
  const headers = { ...reply.headers, 'Cache-Control': 'no-store' };
  return { ...reply, headers, body: { ...reply.body, secret: formatSecret(secret) } };
}
