import type { Role, Uuid } from '@florin/contracts';

/** What the first user of an account becomes: admin on the platform account. */
export type OwnerRole = Extract<Role, 'owner' | 'admin'>;

const RESERVATION_MS = 10 * 60_000;

/** Who holds an email. */
export interface EmailHold {
  readonly accountId: Uuid | null;
  readonly userId: Uuid | null;
  /** Until when the account's hold is only a reservation; null once it is confirmed. */
  readonly reservedUntil: Date | null;
}

export interface Claim {
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
  hold: EmailHold,
  { accountId, creatorUserId }: Claim,
  now: Date,
): ReservationDecision {
  const isOwnHold = hold.accountId === accountId;
  if (isOwnHold && hold.reservedUntil === null) return 'already_confirmed';
  if (hold.accountId !== null && !isOwnHold && !isExpired(hold, now)) return 'refuse';
  if (hold.userId === null) return 'reserve_for_new_user';
  return hold.userId === creatorUserId ? 'reserve_for_creator' : 'refuse';
}

/** Whether somebody who becomes a user may have it: nobody does, or let it run out. */
export function isFree(hold: EmailHold, now: Date): boolean {
  return hold.userId === null && (hold.accountId === null || isExpired(hold, now));
}

export function reservationEnd(now: Date): Date {
  return new Date(now.getTime() + RESERVATION_MS);
}

function isExpired({ reservedUntil }: EmailHold, now: Date): boolean {
  return reservedUntil !== null && reservedUntil <= now;
}
