import type { DomainEvent } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { BY_ITSELF, decideHealth, type Endpoint, endpointEvent } from '../domain/endpoint.ts';
import { logEvents } from '../log-events.ts';
import { lockEndpoint, saveEndpoint, takeEventNumber } from '../queues/endpoint-queries.ts';
import type { WebhooksTables } from '../schema.ts';

/** Results of an endpoint's attempts. */
export interface Shown {
  /** In the order of the attempts. */
  readonly successes: readonly boolean[];
  /** Whether it is permanently gone. */
  readonly isGone: boolean;
  readonly publishAfterMs: number;
}

/** Saves the health of an endpoint after attempts, and publishes a failure when due. */
export async function noteHealth(
  tx: Transaction<WebhooksTables>,
  { id, health: known }: Endpoint,
  { successes, isGone, publishAfterMs }: Shown,
): Promise<void> {
  const now = new Date();
  // Most attempts succeed like the previous ones, so nothing is written.
  if (!isGone && decideHealth(known, successes, now, publishAfterMs) === known) return;
  const endpoint = await lockEndpoint(tx, { id, scope: 'everything' });
  if (!endpoint) return;
  const health = decideHealth(endpoint.health, successes, now, publishAfterMs);
  const disabled = { status: 'disabled', disabledReason: 'it responded 410 Gone' } as const;
  const changed = { ...endpoint, health, ...(isGone && { ...disabled, updatedAt: now }) };
  await saveEndpoint(tx, changed);
  const cause = { at: now, request: BY_ITSELF };
  if (isGone) await publish(tx, 'webhook_endpoint.disabled', changed, cause);
  else if (health.isPublished && !endpoint.health.isPublished)
    await publish(tx, 'webhook_endpoint.failing', changed, cause);
}

/** Publishes a failing endpoint before the usual time; returns its new state. */
export async function publishFailing(
  tx: Transaction<WebhooksTables>,
  endpoint: Endpoint,
  request: DomainEvent['request'],
): Promise<Endpoint> {
  const changed = { ...endpoint, health: { ...endpoint.health, isPublished: true } };
  await saveEndpoint(tx, changed);
  await publish(tx, 'webhook_endpoint.failing', changed, { at: new Date(), request });
  return changed;
}

/** Also logged here, because a service does not consume its own stream. */
async function publish(
  tx: Transaction<WebhooksTables>,
  type: Parameters<typeof endpointEvent>[0],
  endpoint: Endpoint,
  cause: Pick<Parameters<typeof endpointEvent>[2], 'at' | 'request'>,
): Promise<void> {
  const sequence = await takeEventNumber(tx, endpoint.id);
  const event = endpointEvent(type, endpoint, { ...cause, sequence });
  await addToOutbox(tx, [event]);
  await logEvents(tx, [event]);
}
