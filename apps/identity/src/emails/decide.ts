import type { Role, Uuid } from '@florin/contracts';

/** What the first user of an account becomes: admin on the platform account. */
export type OwnerRole = Extract<Role, 'owner' | 'admin'>;

const RESERVATION_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** For so long whoever had an email may have it back. */
const UNDO_MS = 72 * HOUR_MS;
/** For so long an email is kept for somebody who has not shown that they read mail there. */
const UNVERIFIED_MS = 24 * HOUR_MS;

/** Who holds an email. */
export interface EmailHolders {
  readonly accountId: Uuid | null;
  readonly userId: Uuid | null;
  /** When the account's reservation expires; null once it is confirmed. */
  readonly reservedUntil: Date | null;
}

export interface ReservationRequest {
  readonly accountId: Uuid;
  /** Whoever opens the account, if they have none yet. */
  readonly creatorUserId: Uuid | null;
}

export type ReservationDecision =
  /** The account has this email for good: there is nothing to reserve. */
  | 'already_confirmed'
  | 'reserve_for_new_user'
  /** The creator holds this email: they become the owner themselves. */
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

/** Whether a new user may have it: nobody does, or their reservation has expired. */
export function isFree(holders: EmailHolders, now: Date): boolean {
  return holders.userId === null && (holders.accountId === null || isExpired(holders, now));
}

export function reservationEnd(now: Date): Date {
  return new Date(now.getTime() + RESERVATION_MS);
}

export function undoEnd(now: Date): Date {
  return new Date(now.getTime() + UNDO_MS);
}

/** Whether somebody else may take an email over: it is anybody's who types it, until it is verified. */
export function isStale(
  user: { readonly emailVerifiedAt: Date | null; readonly createdAt: Date },
  now: Date,
): boolean {
  return user.emailVerifiedAt === null && now.getTime() - user.createdAt.getTime() > UNVERIFIED_MS;
}

function isExpired({ reservedUntil }: EmailHolders, now: Date): boolean {
  return reservedUntil !== null && reservedUntil <= now;
}
