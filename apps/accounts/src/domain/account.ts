import {
  type AccountResource,
  type DomainEvent,
  differenceOf,
  type EventType,
  isLive,
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
  /** Whether a client has set the language, as opposed to the default. */
  readonly is_language_chosen: boolean;
  /** URLs that the account's payment pages may redirect back to. */
  readonly return_urls: readonly string[];
}

export const defaultSettings: Settings = {
  currency: 'USD',
  timezone: 'UTC',
  language: 'en',
  is_language_chosen: false,
  return_urls: [],
};

export interface Account {
  readonly id: Uuid;
  readonly version: bigint;
  readonly email: string;
  readonly name: string;
  readonly type: 'individual' | 'business';
  readonly status: 'active' | 'pending' | 'suspended' | 'closed';
  /** The reason, as written by the administrator who set the status. */
  readonly statusReason: string | null;
  readonly settings: Settings;
  /** The platform's own account: it sells the platform's plans and cannot be closed. */
  readonly isPlatform: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

/** Access of the users and keys of an open account. */
export function accessOf(status: Account['status']): 'open' | 'read_only' {
  return status === 'active' ? 'open' : 'read_only';
}

/** An account as clients see it. */
export function toResource(account: Account): AccountResource {
  const { email, name, type, status, statusReason, settings, createdAt, updatedAt } = account;
  const { currency, timezone, language } = settings;
  return {
    id: toPublicId('account', account.id),
    object: 'account',
    livemode: isLive(account.id),
    email,
    name,
    type,
    status,
    status_reason: statusReason,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    settings: { currency, timezone, language },
    return_urls: [...settings.return_urls],
  };
}

/** The request that caused an event. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** The event of an account's creation, or of its change from `before`. */
export function toEvent(before: Account | undefined, account: Account, cause: Cause): DomainEvent {
  const object = toResource(account);
  return {
    id: newId(),
    type: typeOf(before, account),
    created_at: account.updatedAt.toISOString(),
    account_id: account.id,
    aggregate_id: account.id,
    aggregate_sequence: Number(account.version),
    data: before ? { object, previous: differenceOf(toResource(before), object) } : { object },
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
  };
}

function typeOf(before: Account | undefined, { status }: Account): EventType {
  if (!before) return 'account.created';
  if (before.status === status) return 'account.updated';
  if (status === 'suspended' || status === 'closed') return `account.${status}`;
  return status === 'active' ? 'account.activated' : 'account.updated';
}
