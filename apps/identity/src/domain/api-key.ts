import {
  type ApiKeyResource,
  type DomainEvent,
  differenceOf,
  isLive,
  type Scope,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toDomainEvent } from './event.ts';

export interface ApiKey {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly name: string;
  /** First characters of the newest secret. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Null for keys created before this field existed. */
  readonly createdBy: Uuid | null;
  /** Counts from 1. */
  readonly version: bigint;
}

/** The key as shown to clients and in events, never with a secret. */
export function toApiKeyResource(key: ApiKey): ApiKeyResource {
  return {
    id: toPublicId('apiKey', key.id),
    object: 'api_key',
    livemode: isLive(key.accountId),
    account_id: toPublicId('account', key.accountId),
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_by_id: key.createdBy && toPublicId('user', key.createdBy),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

export function apiKeyCreated(key: ApiKey, cause: Cause): DomainEvent {
  return apiKeyEvent('api_key.created', key, cause, key.createdAt);
}

/** Event with the key and the prefix of its new secret. */
export function apiKeyRotated(key: ApiKey, cause: Cause, now: Date): DomainEvent {
  return apiKeyEvent('api_key.rotated', key, cause, now);
}

/** Event with the former name in `previous`. */
export function apiKeyUpdated(before: ApiKey, after: ApiKey, cause: Cause, now: Date): DomainEvent {
  const object = toApiKeyResource(after);
  const previous = differenceOf(toApiKeyResource(before), object);
  return toDomainEvent('api_key.updated', {
    ...{ at: now, accountId: after.accountId, aggregate: after, cause },
    data: { object, previous },
  });
}

/** Event with the key as it was before its revocation. */
export function apiKeyRevoked(key: ApiKey, cause: Cause, now: Date): DomainEvent {
  return apiKeyEvent('api_key.revoked', { ...key, version: key.version + 1n }, cause, now);
}

function apiKeyEvent(
  type: 'api_key.created' | 'api_key.rotated' | 'api_key.revoked',
  key: ApiKey,
  cause: Cause,
  at: Date,
): DomainEvent {
  const data = { object: toApiKeyResource(key) };
  return toDomainEvent(type, { at, accountId: key.accountId, aggregate: key, data, cause });
}
