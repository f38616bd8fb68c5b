import {
  AppError,
  type Caller,
  newId,
  type PublicEvent,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Transaction } from 'kysely';
import { type DeliveryStatus, toDeliveryResource } from '../domain/delivery.ts';
import { type Endpoint, toEndpointResource } from '../domain/endpoint.ts';
import { fanOut } from '../domain/fan-out.ts';
import * as store from '../store/deliveries.ts';
import { findEndpoint, lockEndpoint } from '../store/endpoints.ts';
import { listBetween } from '../store/events.ts';
import { callLanes } from '../store/lanes.ts';
import type { WebhooksTables } from '../store/schema.ts';
import type { EndpointsDeps } from './endpoints.ts';
import { checkCursor, type PageQuery, toListBody } from './list-page.ts';
import { managedSpan, seenSpan } from './permissions.ts';

/** Of one replay, and of what may wait at an endpoint for another one to be asked for. */
const EVENTS_MAX = 10_000;
/** In no catalogue: nothing has happened. */
const TEST_TYPE = 'webhook_endpoint.test';

export interface DeliveriesQuery extends PageQuery {
  readonly status: DeliveryStatus | undefined;
}

/** What endpoints are told, were told, and are told again. */
export function makeDeliveries({ db, now }: EndpointsDeps) {
  /** Adds deliveries to an endpoint that the caller manages, once per key. */
  async function add(
    caller: Caller,
    id: Uuid,
    key: IdempotencyKey | undefined,
    work: (tx: Transaction<WebhooksTables>, endpoint: Endpoint) => Promise<Reply>,
  ): Promise<Reply> {
    const name = { id, span: managedSpan(caller) };
    if (!(await findEndpoint(db, name))) throw notFound('webhook endpoint');
    return runOnce(db, key, async (tx) => {
      const endpoint = await lockEndpoint(tx, name);
      if (!endpoint) throw notFound('webhook endpoint');
      if (endpoint.status !== 'enabled')
        return refuse('conflict', 'the endpoint is disabled: PATCH its status to enabled first');
      const reply = await work(tx, endpoint);
      await callLanes(tx, [id]);
      return reply;
    });
  }

  return {
    async list(caller: Caller, endpointId: Uuid, query: DeliveriesQuery) {
      const name = { id: endpointId, span: seenSpan(caller) };
      if (!(await findEndpoint(db, name))) throw notFound('webhook endpoint');
      await checkCursor(query, (id) => store.isDeliveryOf(db, endpointId, id));
      const rows = await store.listDeliveries(db, { ...query, endpointId }, query.limit + 1);
      return toListBody(rows, query, toDeliveryResource);
    },

    /** Sends an event of no account's log, whatever types the endpoint asks for. */
    test(caller: Caller, endpointId: Uuid, key: IdempotencyKey | undefined) {
      return add(caller, endpointId, key, async (tx, endpoint) => {
        const eventId = newId();
        const event = testEvent(eventId, endpoint, now());
        const row = { id: newId(), endpointId, eventId, eventType: TEST_TYPE, aggregateId: null };
        const delivery = await store.insertTest(tx, { ...row, event });
        return { status: 200, body: toDeliveryResource(delivery) };
      });
    },

    /** Sends again what happened between two instants, in order, delivered or not. */
    replay(
      caller: Caller,
      endpointId: Uuid,
      range: { readonly from: Date; readonly to: Date },
      key: IdempotencyKey | undefined,
    ) {
      return add(caller, endpointId, key, async (tx, endpoint) => {
        if ((await store.countPending(tx, endpointId, EVENTS_MAX)) === EVENTS_MAX)
          return refuse('conflict', 'the endpoint has much to receive already: replay later');
        const events = await listBetween(tx, endpoint.accountId, range, EVENTS_MAX + 1);
        if (events.length > EVENTS_MAX)
          throw new AppError(
            'invalid_request',
            `to: there are more than ${EVENTS_MAX} events: choose a shorter time`,
          );
        const told = fanOut(events, [endpoint]);
        const rows = told.map(({ event }) => store.toNewDelivery(event, endpointId));
        await store.insertDeliveries(tx, rows);
        return { status: 200, body: { object: 'webhook_replay', deliveries: rows.length } };
      });
    },
  };
}

export type Deliveries = ReturnType<typeof makeDeliveries>;

function testEvent(id: Uuid, endpoint: Endpoint, now: Date): PublicEvent {
  return {
    id: toPublicId('event', id),
    object: 'event',
    type: TEST_TYPE,
    created_at: now.toISOString(),
    account_id: toPublicId('account', endpoint.accountId),
    sequence: null,
    data: { object: toEndpointResource(endpoint) },
    request: { id: null, idempotency_key: null },
  };
}
