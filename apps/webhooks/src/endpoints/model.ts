import {
  isLive,
  newId,
  toPublicId,
  type Uuid,
  type WebhookEndpointResource,
} from '@florin/contracts';

export type EndpointStatus = 'enabled' | 'disabled';

/** Where events of an account are sent. */
export interface Endpoint {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly url: string;
  /** Patterns of types. */
  readonly eventTypes: readonly string[];
  readonly status: EndpointStatus;
  /** Null while it is enabled. */
  readonly disabledReason: string | null;
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
    createdAt: now,
    updatedAt: now,
  };
}

/** The endpoint with what is given changed; the same one when nothing is. */
export function applyChange(endpoint: Endpoint, change: EndpointChange, now: Date): Endpoint {
  const url = change.url ?? endpoint.url;
  const eventTypes = change.eventTypes ?? endpoint.eventTypes;
  const status = change.status ?? endpoint.status;
  const isSame =
    url === endpoint.url &&
    status === endpoint.status &&
    eventTypes.join() === endpoint.eventTypes.join();
  if (isSame) return endpoint;
  const reason = status === endpoint.status ? endpoint.disabledReason : 'it was switched off';
  const disabledReason = status === 'enabled' ? null : reason;
  return { ...endpoint, url, eventTypes, status, disabledReason, updatedAt: now };
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
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}
