import type { Role, Uuid } from '@florin/contracts';

/** Role of an account's first user: admin on the platform account. */
export type OwnerRole = Extract<Role, 'owner' | 'admin'>;

const RESERVATION_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** How long the former holder of an email may take it back. */
const UNDO_MS = 72 * HOUR_MS;
/** How long an unverified email stays reserved for its user. */
const UNVERIFIED_MS = 24 * HOUR_MS;

/** The holders of an email. */
export interface EmailHolders {
  readonly accountId: Uuid | null;
  readonly userId: Uuid | null;
  /** When the account's reservation expires; null once confirmed. */
  readonly reservedUntil: Date | null;
}

export interface ReservationRequest {
  readonly accountId: Uuid;
  /** The user who opens the account, if not a new one. */
  readonly creatorUserId: Uuid | null;
}

export type ReservationDecision =
  /** The account already has this email permanently; nothing to reserve. */
  | 'already_confirmed'
  | 'reserve_for_new_user'
  /** The creator holds this email and becomes the owner. */
  | 'reserve_for_creator'
  | 'refuse';

export function decideReservation(
  holders: EmailHolders,
  { accountId, creatorUserId }: ReservationRequest,
  now: Date,
): ReservationDecision {
  const isOwn = holders.accountId === accountId;
  if (isOwn && holders.reservedUntil === null) return 'already_confirmed';
  if (holders.accountId !== null && !isOwn && !isExpired(holders, now)) return 'refuse';
  if (holders.userId === null) return 'reserve_for_new_user';
  return holders.userId === creatorUserId ? 'reserve_for_creator' : 'refuse';
}

/** Whether a new user may take the email: no holder, or an expired reservation. */
export function isFree(holders: EmailHolders, now: Date): boolean {
  return holders.userId === null && (holders.accountId === null || isExpired(holders, now));
}

export function reservationEnd(now: Date): Date {
  return new Date(now.getTime() + RESERVATION_MS);
}

export function undoEnd(now: Date): Date {
  return new Date(now.getTime() + UNDO_MS);
}

/** Whether another user may take over an email that has not been verified in time. */
export function isStale(
  user: { readonly emailVerifiedAt: Date | null; readonly createdAt: Date },
  now: Date,
): boolean {
  return user.emailVerifiedAt === null && now.getTime() - user.createdAt.getTime() > UNVERIFIED_MS;
}

function isExpired({ reservedUntil }: EmailHolders, now: Date): boolean {
  return reservedUntil !== null && reservedUntil <= now;
}
