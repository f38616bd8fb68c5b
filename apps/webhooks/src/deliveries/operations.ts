import {
  AppError,
  type Caller,
  isLive,
  newId,
  type PublicEvent,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Transaction } from 'kysely';
import { managedScope, visibleScope } from '../access.ts';
import { type Endpoint, toEndpointResource } from '../endpoints/model.ts';
import { changeEndpoint, type EndpointsDeps } from '../endpoints/operations.ts';
import { findEndpoint } from '../endpoints/queries.ts';
import { listBetween } from '../events/queries.ts';
import { checkCursor, type PageQuery, toListBody } from '../lists.ts';
import type { WebhooksTables } from '../schema.ts';
import { wakeQueues } from './endpoint-queues.ts';
import { type DeliveryStatus, fanOut, toDeliveryResource } from './model.ts';
import {
  countPending,
  insertDeliveries,
  insertTest,
  isDeliveryOf,
  selectDeliveries,
  toNewDelivery,
} from './queries.ts';

/** Events of one replay, and pending deliveries beyond which a replay is refused. */
const EVENTS_MAX = 10_000;
/** Not in the catalogue of events. */
const TEST_TYPE = 'webhook_endpoint.test';

export interface DeliveriesQuery extends PageQuery {
  readonly status: DeliveryStatus | undefined;
}

export async function listDeliveries(
  { db }: EndpointsDeps,
  caller: Caller,
  endpointId: Uuid,
  query: DeliveriesQuery,
) {
  const endpoint = await findEndpoint(db, { id: endpointId, scope: visibleScope(caller) });
  if (!endpoint) throw notFound('webhook endpoint');
  await checkCursor(query, (id) => isDeliveryOf(db, endpointId, id));
  const rows = await selectDeliveries(db, { ...query, endpointId }, query.limit + 1);
  return toListBody(rows, query, (row) => toDeliveryResource(endpoint, row));
}

/** Sends an event that is in no log, whatever types the endpoint asks for. */
export function sendTestEvent(
  deps: EndpointsDeps,
  caller: Caller,
  endpointId: Uuid,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return addDeliveries(deps, { id: endpointId, caller, key }, async (tx, endpoint) => {
    const eventId = newId();
    const event = testEvent(eventId, endpoint, new Date());
    const row = { id: newId(), endpointId, eventId, eventType: TEST_TYPE, aggregateId: null };
    const delivery = await insertTest(tx, { ...row, event });
    return { status: 200, body: toDeliveryResource(endpoint, delivery) };
  });
}

export interface ReplayRequest {
  readonly endpointId: Uuid;
  /** Both included. */
  readonly from: Date;
  readonly to: Date;
  readonly key: IdempotencyKey | undefined;
}

/** Sends the events between two instants again, in order, delivered or not. */
export function replayEvents(
  deps: EndpointsDeps,
  caller: Caller,
  { endpointId, key, ...range }: ReplayRequest,
): Promise<Reply> {
  return addDeliveries(deps, { id: endpointId, caller, key }, async (tx, endpoint) => {
    if ((await countPending(tx, endpointId, EVENTS_MAX)) === EVENTS_MAX)
      return refuse('conflict', 'the endpoint has much to receive already: replay later');
    const events = await listBetween(tx, endpoint.accountId, range, EVENTS_MAX + 1);
    if (events.length > EVENTS_MAX)
      throw new AppError(
        'invalid_request',
        `to: there are more than ${EVENTS_MAX} events: choose a shorter time`,
      );
    const addressed = fanOut(events, [endpoint]);
    const rows = addressed.map(({ event }) => toNewDelivery(event, endpointId));
    await insertDeliveries(tx, rows);
    return { status: 200, body: { object: 'webhook_replay', deliveries: rows.length } };
  });
}

/** Adds deliveries to an enabled endpoint that the caller manages, once per Idempotency-Key. */
function addDeliveries(
  { db }: EndpointsDeps,
  { id, caller, key }: { id: Uuid; caller: Caller; key: IdempotencyKey | undefined },
  work: (tx: Transaction<WebhooksTables>, endpoint: Endpoint) => Promise<Reply>,
): Promise<Reply> {
  return changeEndpoint(db, { id, scope: managedScope(caller) }, key, async (tx, endpoint) => {
    if (endpoint.status !== 'enabled')
      return refuse('conflict', 'the endpoint is disabled: PATCH its status to enabled first');
    const reply = await work(tx, endpoint);
    await wakeQueues(tx, [id]);
    return reply;
  });
}

function testEvent(id: Uuid, endpoint: Endpoint, now: Date): PublicEvent {
  return {
    id: toPublicId('event', id),
    object: 'event',
    livemode: isLive(endpoint.accountId),
    type: TEST_TYPE,
    created_at: now.toISOString(),
    account_id: toPublicId('account', endpoint.accountId),
    sequence: null,
    data: { object: toEndpointResource(endpoint) },
    request: { id: null, idempotency_key: null },
  };
}
