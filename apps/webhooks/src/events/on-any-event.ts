import { type DomainEvent, isOperation, type Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { type Addressed, fanOut } from '../domain/fan-out.ts';
import { insertOperations } from '../store/audited-operations.ts';
import { insertDeliveries, toNewDelivery } from '../store/deliveries.ts';
import { listEnabledEndpoints } from '../store/endpoints.ts';
import { insertEvents } from '../store/events.ts';
import { callLanes } from '../store/lanes.ts';
import type { WebhooksTables } from '../store/schema.ts';
import { takePositions, takeSequences } from '../store/sequences.ts';

/** Writes events of any service and type to the log, and what only the audit log tells beside it. */
export async function onAnyEvent(
  tx: Transaction<WebhooksTables>,
  happened: readonly DomainEvent[],
): Promise<void> {
  await logEvents(
    tx,
    happened.filter((event) => !isOperation(event)),
  );
  await insertOperations(tx, happened.filter(isOperation));
}

/** Each behind its account's last one. */
async function logEvents(
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
    };
  });
  await insertEvents(tx, rows);
  await tellEndpoints(tx, rows, [...counts.keys()]);
}

/** Makes the deliveries of these events, in the transaction that logs them: none can be lost. */
async function tellEndpoints(
  tx: Transaction<WebhooksTables>,
  events: readonly Addressed[],
  accountIds: readonly Uuid[],
): Promise<void> {
  const endpoints = await listEnabledEndpoints(tx, accountIds);
  if (endpoints.length === 0) return;
  const told = fanOut(events, endpoints);
  const deliveries = told.map(({ event, endpointId }) => toNewDelivery(event, endpointId));
  await insertDeliveries(tx, deliveries);
  await callLanes(tx, [...new Set(told.map(({ endpointId }) => endpointId))]);
}
