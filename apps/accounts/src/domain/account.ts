import {
  type AccountResource,
  type DomainEvent,
  newId,
  toPublicId,
  type Uuid,
} from '@florin/contracts';

export interface Settings {
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** IANA. */
  readonly timezone: string;
  /** BCP 47. */
  readonly language: string;
}

export const defaultSettings: Settings = { currency: 'USD', timezone: 'UTC', language: 'en' };

export interface Account {
  readonly id: Uuid;
  readonly version: bigint;
  readonly email: string;
  readonly name: string;
  readonly type: 'individual' | 'business';
  readonly status: 'active' | 'pending' | 'suspended' | 'closed';
  readonly settings: Settings;
  /** The platform's own account: it sells the platform's plans and cannot be closed. */
  readonly isPlatform: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An account as clients see it. */
export function toResource(account: Account): AccountResource {
  const { email, name, type, status, settings, createdAt, updatedAt } = account;
  return {
    id: toPublicId('account', account.id),
    email,
    name,
    type,
    status,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    settings,
  };
}

/** The request that caused an event. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export function toCreatedEvent(account: Account, cause: Cause): DomainEvent {
  return {
    id: newId(),
    type: 'account.created',
    created_at: account.updatedAt.toISOString(),
    account_id: account.id,
    aggregate_id: account.id,
    aggregate_sequence: Number(account.version),
    data: { object: toResource(account) },
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
  };
}
