import {
  type ApiKeyResource,
  type DomainEvent,
  newId,
  type Scope,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toEventRequest } from './cause.ts';
import type { AccountStatus } from './standing.ts';

export interface ApiKey {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly name: string;
  /** How the newest secret begins. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Counts from 1. */
  readonly version: bigint;
}

/** Most uses leave the row alone: writing each down would cost more than the calls themselves. */
const USE_NOTED_EVERY_MS = 5 * 60_000;

export function isKeyExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export interface ShownSecret {
  readonly key: ApiKey;
  /** Null on the newest secret of a key; a time on those that a rotation has replaced. */
  readonly endsAt: Date | null;
  readonly accountStatus: AccountStatus;
  /** Number of the last revocation. */
  readonly revision: bigint;
}

/** When a secret ends by itself; null when it never does. */
export function secretEnd({ key, endsAt }: ShownSecret): Date | null {
  if (endsAt === null || key.expiresAt === null) return endsAt ?? key.expiresAt;
  return endsAt < key.expiresAt ? endsAt : key.expiresAt;
}

export function isSecretGood(shown: ShownSecret, now: Date): boolean {
  const end = secretEnd(shown);
  return shown.accountStatus !== 'closed' && (end === null || end > now);
}

/** Before when the last use must have been for this one to be noted. */
export function useNotedBefore(now: Date): Date {
  return new Date(now.getTime() - USE_NOTED_EVERY_MS);
}

/** The key as clients and events show it: never with a secret. */
export function toApiKeyResource(key: ApiKey): ApiKeyResource {
  return {
    id: toPublicId('apiKey', key.id),
    object: 'api_key',
    account_id: toPublicId('account', key.accountId),
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

export function apiKeyCreated(key: ApiKey, cause: Cause): DomainEvent {
  return apiKeyEvent('api_key.created', key, cause, key.createdAt);
}

/** The key as it is with its new secret. */
export function apiKeyRotated(key: ApiKey, cause: Cause, now: Date): DomainEvent {
  return apiKeyEvent('api_key.rotated', key, cause, now);
}

/** The key as it was. */
export function apiKeyRevoked(key: ApiKey, cause: Cause, now: Date): DomainEvent {
  return apiKeyEvent('api_key.revoked', { ...key, version: key.version + 1n }, cause, now);
}

function apiKeyEvent(
  type: 'api_key.created' | 'api_key.rotated' | 'api_key.revoked',
  key: ApiKey,
  cause: Cause,
  at: Date,
): DomainEvent {
  return {
    id: newId(),
    type,
    created_at: at.toISOString(),
    account_id: key.accountId,
    aggregate_id: key.id,
    aggregate_sequence: Number(key.version),
    data: { object: toApiKeyResource(key) },
    request: toEventRequest(cause),
  };
}
