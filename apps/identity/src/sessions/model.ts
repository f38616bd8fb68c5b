import { type DomainEvent, livemodeOf, newId, toPublicId, type Uuid } from '@florin/contracts';
import { type Cause, toDomainEvent } from '../event-model.ts';

const DAY_MS = 86_400_000;
/** However often it is refreshed, a session ends after this. */
const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** A refresh token that is not used for so long expires. */
const IDLE_MS = 7 * DAY_MS;

/** From where somebody has logged in. */
export interface Origin {
  /** As the client calls itself, cut short; null where it does not. */
  readonly userAgent: string | null;
  /** As coarse as `networkOf`; null where it is not known. */
  readonly network: string | null;
}

export const UNKNOWN_ORIGIN: Origin = { userAgent: null, network: null };

export interface Session {
  readonly id: Uuid;
  readonly userId: Uuid;
  /** Chosen at login; null for the first account of the user. */
  readonly accountId: Uuid | null;
  readonly origin: Origin;
  /** When its user last showed their second factor in it. */
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

/** When a refresh token that is issued now expires: never later than its session. */
export function refreshTokenExpiry(session: Session, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, session.expiresAt.getTime()));
}

export interface SessionEventContext extends Cause {
  /** Of the session's user. */
  readonly accountId: Uuid | null;
}

/** `session.created`, or `session.ended` once it has. */
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
