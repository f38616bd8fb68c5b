import type { DomainEvent } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { logEvents } from '../events/log-events.ts';
import type { WebhooksTables } from '../schema.ts';
import { BY_ITSELF, decideHealth, type Endpoint, endpointEvent } from './model.ts';
import { lockEndpoint, saveEndpoint, takeEventNumber } from './queries.ts';

/** What attempts have shown of an endpoint. */
export interface Shown {
  /** In the order of the attempts. */
  readonly successes: readonly boolean[];
  /** Whether it is gone for good. */
  readonly isGone: boolean;
  readonly tellAfterMs: number;
}

/** Keeps what attempts have shown of an endpoint, and tells its account when it has to hear of it. */
export async function noteHealth(
  tx: Transaction<WebhooksTables>,
  { id, health: known }: Endpoint,
  { successes, isGone, tellAfterMs }: Shown,
): Promise<void> {
  const now = new Date();
  // Most attempts succeed, as those before them: then nothing is written.
  if (!isGone && decideHealth(known, successes, now, tellAfterMs) === known) return;
  const endpoint = await lockEndpoint(tx, { id, scope: 'everything' });
  if (!endpoint) return;
  const health = decideHealth(endpoint.health, successes, now, tellAfterMs);
  const disabled = { status: 'disabled', disabledReason: 'it answered 410 Gone' } as const;
  const changed = { ...endpoint, health, ...(isGone && { ...disabled, updatedAt: now }) };
  await saveEndpoint(tx, changed);
  const told = { at: now, request: BY_ITSELF };
  if (isGone) await tell(tx, 'webhook_endpoint.disabled', changed, told);
  else if (health.isTold && !endpoint.health.isTold)
    await tell(tx, 'webhook_endpoint.failing', changed, told);
}

/** Tells of an endpoint that fails, before it has done so for long; the endpoint as it is then. */
export async function tellFailing(
  tx: Transaction<WebhooksTables>,
  endpoint: Endpoint,
  request: DomainEvent['request'],
): Promise<Endpoint> {
  const changed = { ...endpoint, health: { ...endpoint.health, isTold: true } };
  await saveEndpoint(tx, changed);
  await tell(tx, 'webhook_endpoint.failing', changed, { at: new Date(), request });
  return changed;
}

/** Logged here as well: a service does not read the stream that it writes. */
async function tell(
  tx: Transaction<WebhooksTables>,
  type: Parameters<typeof endpointEvent>[0],
  endpoint: Endpoint,
  told: Pick<Parameters<typeof endpointEvent>[2], 'at' | 'request'>,
): Promise<void> {
  const sequence = await takeEventNumber(tx, endpoint.id);
  const event = endpointEvent(type, endpoint, { ...told, sequence });
  await addToOutbox(tx, [event]);
  await logEvents(tx, [event]);
}
