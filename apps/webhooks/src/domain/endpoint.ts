import {
  type DomainEvent,
  type EventType,
  isLive,
  newId,
  toPublicId,
  type Uuid,
  type WebhookEndpointResource,
} from '@florin/contracts';

export type EndpointStatus = 'enabled' | 'disabled';

/** Health of an endpoint. */
export interface EndpointHealth {
  /** First failed attempt since the last success; null while it works. */
  readonly failingSince: Date | null;
  /** Whether the failure was published. */
  readonly isPublished: boolean;
}

export const HEALTHY: EndpointHealth = { failingSince: null, isPublished: false };

/**
 * Health after attempts, in order; the same object if nothing changes.
 * @param publishAfterMs duration of failures before they are published
 */
export function decideHealth(
  before: EndpointHealth,
  successes: readonly boolean[],
  now: Date,
  publishAfterMs: number,
): EndpointHealth {
  if (successes.length === 0) return before;
  if (successes.at(-1)) return before.failingSince === null ? before : HEALTHY;
  const { failingSince, isPublished } = successes.includes(true) ? HEALTHY : before;
  const since = failingSince ?? now;
  const isLong = now.getTime() - since.getTime() >= publishAfterMs;
  if (since === before.failingSince && isLong === before.isPublished) return before;
  return { failingSince: since, isPublished: isPublished || isLong };
}

/** A webhook endpoint of an account. */
export interface Endpoint {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly url: string;
  /** Patterns of event types. */
  readonly eventTypes: readonly string[];
  readonly status: EndpointStatus;
  /** Null while enabled. */
  readonly disabledReason: string | null;
  readonly health: EndpointHealth;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface EndpointChange {
  readonly url: string | undefined;
  readonly eventTypes: readonly string[] | undefined;
  readonly status: EndpointStatus | undefined;
}

export function newEndpoint(
  fields: Pick<Endpoint, 'accountId' | 'url' | 'eventTypes'>,
  now: Date,
): Endpoint {
  return {
    id: newId(),
    ...fields,
    status: 'enabled',
    disabledReason: null,
    health: HEALTHY,
    createdAt: now,
    updatedAt: now,
  };
}

/** The endpoint with the given changes; the same object if nothing changes. */
export function applyChange(endpoint: Endpoint, change: EndpointChange, now: Date): Endpoint {
  const url = change.url ?? endpoint.url;
  const eventTypes = change.eventTypes ?? endpoint.eventTypes;
  const status = change.status ?? endpoint.status;
  const isSame =
    url === endpoint.url &&
    status === endpoint.status &&
    eventTypes.join() === endpoint.eventTypes.join();
  if (isSame) return endpoint;
  const reason = status === endpoint.status ? endpoint.disabledReason : 'it was disabled';
  const disabledReason = status === 'enabled' ? null : reason;
  // Another URL or a new start: the earlier health no longer applies.
  const health = url === endpoint.url && status === endpoint.status ? endpoint.health : HEALTHY;
  return { ...endpoint, url, eventTypes, status, disabledReason, health, updatedAt: now };
}

export function toEndpointResource(endpoint: Endpoint): WebhookEndpointResource {
  return {
    id: toPublicId('webhookEndpoint', endpoint.id),
    object: 'webhook_endpoint',
    livemode: isLive(endpoint.accountId),
    account_id: toPublicId('account', endpoint.accountId),
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    failing_since: endpoint.health.failingSince?.toISOString() ?? null,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** For changes caused by a receiver and not by a request. */
export const BY_ITSELF: DomainEvent['request'] = { id: null, idempotency_key: null };

interface EventContext {
  readonly at: Date;
  readonly sequence: number;
  readonly request: DomainEvent['request'];
}

/** Event about an endpoint in its current state. */
export function endpointEvent(
  type: Extract<EventType, `webhook_endpoint.${string}`>,
  endpoint: Endpoint,
  { at, sequence, request }: EventContext,
): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: at.toISOString() },
    account_id: endpoint.accountId,
    aggregate_id: endpoint.id,
    aggregate_sequence: sequence,
    data: { object: toEndpointResource(endpoint) },
    request,
  };
}
