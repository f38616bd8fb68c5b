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
import type { IdempotencyKey, PageQuery } from '@florin/database';
import { listBody, notFound, readPage } from '@florin/http-api';
import type { Transaction } from 'kysely';
import { managedScope, visibleScope } from '../domain/access.ts';
import {
  type Addressed,
  type DeliveryStatus,
  fanOut,
  toDeliveryResource,
} from '../domain/delivery.ts';
import { type Endpoint, toEndpointResource } from '../domain/endpoint.ts';
import { changeEndpoint, type EndpointsDeps } from '../endpoints/operations.ts';
import { getEvent } from '../events/operations.ts';
import { findAddressed, listBetween } from '../events/queries.ts';
import { findEndpoint } from '../queues/endpoint-queries.ts';
import { wakeQueues } from '../queues/endpoint-queues.ts';
import {
  countPending,
  insertDeliveries,
  insertTest,
  isDeliveryOf,
  selectDeliveries,
  toNewDelivery,
} from '../queues/queries.ts';
import type { WebhooksTables } from '../schema.ts';

/** Events per replay, and pending deliveries beyond which a replay is refused. */
const EVENTS_MAX = 10_000;
/** Not in the catalog of events. */
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
  const page = await readPage(query, {
    name: 'delivery to this endpoint',
    find: (id) => isDeliveryOf(db, 'endpoint_id', endpointId, id),
    select: (filter, rowsMax) => selectDeliveries(db, { ...filter, endpointId }, rowsMax),
  });
  return listBody(page, (row) => toDeliveryResource(endpoint, row));
}

/** Deliveries of an event, with the receivers' responses. */
export async function listDeliveriesOf(
  { db }: EndpointsDeps,
  caller: Caller,
  eventId: Uuid,
  query: PageQuery,
) {
  visibleScope(caller);
  const { accountId } = await getEvent({ db }, caller, eventId);
  const page = await readPage(query, {
    name: 'delivery of this event',
    find: (id) => isDeliveryOf(db, 'event_id', eventId, id),
    select: async (filter, rowsMax) =>
      accountId ? selectDeliveries(db, { ...filter, eventId }, rowsMax) : [],
  });
  return listBody(page, (row) => toDeliveryResource({ accountId: accountId ?? '' }, row));
}

/** Sends a test event that is not in the log, regardless of the endpoint's types. */
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
  /** Between two instants, both inclusive, or one event. */
  readonly what: { readonly from: Date; readonly to: Date } | { readonly eventId: Uuid | null };
  readonly key: IdempotencyKey | undefined;
}

/** Sends the events between two instants again, in order, whether delivered or not. */
export function replayEvents(
  deps: EndpointsDeps,
  caller: Caller,
  { endpointId, key, what }: ReplayRequest,
): Promise<Reply> {
  return addDeliveries(deps, { id: endpointId, caller, key }, async (tx, endpoint) => {
    if ((await countPending(tx, endpointId, EVENTS_MAX)) === EVENTS_MAX)
      return refuse('conflict', 'the endpoint already has a large backlog; replay later');
    const events = await findEvents(tx, endpoint.accountId, what);
    if (events.length > EVENTS_MAX)
      throw new AppError(
        'invalid_request',
        `to: there are more than ${EVENTS_MAX} events; choose a shorter time range`,
      );
    const addressed =
      'from' in what ? fanOut(events, [endpoint]).map(({ event }) => event) : events;
    const rows = addressed.map((event) => toNewDelivery(event, endpointId));
    await insertDeliveries(tx, rows);
    return { status: 200, body: { object: 'webhook_replay', deliveries: rows.length } };
  });
}

/** An event requested by id is sent regardless of the endpoint's types. */
async function findEvents(
  tx: Transaction<WebhooksTables>,
  accountId: Uuid,
  what: ReplayRequest['what'],
): Promise<readonly Addressed[]> {
  if ('from' in what) return listBetween(tx, accountId, what, EVENTS_MAX + 1);
  const event = what.eventId === null ? undefined : await findAddressed(tx, what.eventId);
  if (event?.account_id !== accountId)
    throw new AppError(
      'invalid_request',
      'event_id: the account of this endpoint has no such event; use an id from GET /v1/events',
    );
  return [event];
}

/** Adds deliveries to an enabled endpoint of the caller, once per Idempotency-Key. */
function addDeliveries(
  { db }: EndpointsDeps,
  { id, caller, key }: { id: Uuid; caller: Caller; key: IdempotencyKey | undefined },
  work: (tx: Transaction<WebhooksTables>, endpoint: Endpoint) => Promise<Reply>,
): Promise<Reply> {
  return changeEndpoint(db, { id, scope: managedScope(caller) }, key, async (tx, endpoint) => {
    if (endpoint.status !== 'enabled')
      return refuse('conflict', 'the endpoint is disabled; set its status to enabled first');
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
