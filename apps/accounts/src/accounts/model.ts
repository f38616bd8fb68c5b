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
  /** Whether a client has sent the language: it is more than the default. */
  readonly is_language_chosen: boolean;
  /** Where the account's payment pages may lead back to. */
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
  /** Why, in the words of the administrator who gave that status. */
  readonly statusReason: string | null;
  readonly settings: Settings;
  /** The platform's own account: it sells the platform's plans and cannot be closed. */
  readonly isPlatform: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

/** What the users and keys of an account that is not closed may do. */
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

/** The request that an event comes from. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** The event of an account's creation, or of its change from what it was before. */
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
