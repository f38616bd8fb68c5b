import { type DomainEvent, livemodeOf, newId, toPublicId, type Uuid } from '@florin/contracts';
import { type Cause, toDomainEvent } from './event.ts';

const DAY_MS = 86_400_000;
/** Maximum age of a session, regardless of refreshes. */
const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** Idle lifetime of a refresh token. */
const IDLE_MS = 7 * DAY_MS;

export const ACCESS_TOKEN_LIFETIME_SECONDS = 600;
/** Revocations outlive access tokens by a margin, since clocks differ. */
export const ACCESS_TOKEN_REFUSED_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 60) * 1_000;

/** Device and network of a login. */
export interface Origin {
  /** The User-Agent header, truncated; null if not sent. */
  readonly userAgent: string | null;
  /** Network as coarse as `networkOf`; null if unknown. */
  readonly network: string | null;
}

export const UNKNOWN_ORIGIN: Origin = { userAgent: null, network: null };

export interface Session {
  readonly id: Uuid;
  readonly userId: Uuid;
  /** Account chosen at login; null for the user's first account. */
  readonly accountId: Uuid | null;
  readonly origin: Origin;
  /** Last proof of the second factor in this session. */
  readonly provedAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly version: bigint;
}

export function beginSession(
  userId: Uuid,
  now: Date,
  {
    accountId = null,
    origin = UNKNOWN_ORIGIN,
    provedAt = null,
  }: Partial<Pick<Session, 'accountId' | 'origin' | 'provedAt'>> = {},
): Session {
  return {
    id: newId(),
    userId,
    accountId,
    origin,
    provedAt,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    endedAt: null,
    version: 1n,
  };
}

export function endSession(session: Session, now: Date): Session {
  return { ...session, endedAt: now, version: session.version + 1n };
}

export function isSessionOpen(session: Session, now: Date): boolean {
  return session.endedAt === null && session.expiresAt > now;
}

/** Expiry of a refresh token issued now, at most that of its session. */
export function refreshTokenExpiry(session: Session, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, session.expiresAt.getTime()));
}

export interface SessionEventContext extends Cause {
  /** Account of the session's user. */
  readonly accountId: Uuid | null;
}

/** `session.created` for an open session, `session.ended` for an ended one. */
export function sessionEvent(
  session: Session,
  { accountId, ...cause }: SessionEventContext,
): DomainEvent {
  const object = {
    id: toPublicId('session', session.id),
    object: 'session',
    livemode: livemodeOf(accountId),
    user_id: toPublicId('user', session.userId),
    created_at: session.createdAt.toISOString(),
    ended_at: session.endedAt?.toISOString() ?? null,
  };
  return toDomainEvent(session.endedAt ? 'session.ended' : 'session.created', {
    at: session.endedAt ?? session.createdAt,
    accountId,
    aggregate: session,
    data: { object },
    cause,
  });
}
