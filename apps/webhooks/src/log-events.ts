import type { DomainEvent, Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { type Addressed, fanOut } from './domain/delivery.ts';
import { insertEvents, takePositions, takeSequences } from './events/queries.ts';
import { listEnabledEndpoints } from './queues/endpoint-queries.ts';
import { wakeQueues } from './queues/endpoint-queues.ts';
import { insertDeliveries, toNewDelivery } from './queues/queries.ts';
import type { WebhooksTables } from './schema.ts';

/** Appends events to the log, in the order of each account, with their deliveries. */
export async function logEvents(
  tx: Transaction<WebhooksTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const counts = new Map<Uuid, number>();
  for (const { account_id } of events) {
    if (account_id !== null) counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
  }
  const last = await takeSequences(tx, counts);
  const lastPosition = await takePositions(tx, events.length);
  const rows = events.map((event, index) => {
    const { account_id } = event;
    const left = account_id === null ? 0 : (counts.get(account_id) ?? 0);
    if (account_id !== null) counts.set(account_id, left - 1);
    const end = account_id === null ? undefined : last.get(account_id);
    return {
      id: event.id,
      account_id,
      sequence: end === undefined ? null : end - BigInt(left) + 1n,
      position: lastPosition - BigInt(events.length - index - 1),
      aggregate_id: event.aggregate_id,
      type: event.type,
      created_at: new Date(event.created_at),
      data: JSON.stringify(event.data),
      request: JSON.stringify(event.request),
      request_id: event.request.id,
      operation: event.request.actor?.operation ?? null,
      api_key_id: event.request.actor?.api_key_id ?? null,
    };
  });
  await insertEvents(tx, rows);
  await createDeliveries(tx, rows, [...counts.keys()]);
}

/** In the transaction that logs the events, so that no delivery can be lost. */
async function createDeliveries(
  tx: Transaction<WebhooksTables>,
  events: readonly Addressed[],
  accountIds: readonly Uuid[],
): Promise<void> {
  const endpoints = await listEnabledEndpoints(tx, accountIds);
  if (endpoints.length === 0) return;
  const addressed = fanOut(events, endpoints);
  const deliveries = addressed.map(({ event, endpointId }) => toNewDelivery(event, endpointId));
  await insertDeliveries(tx, deliveries);
  await wakeQueues(tx, [...new Set(addressed.map(({ endpointId }) => endpointId))]);
}
