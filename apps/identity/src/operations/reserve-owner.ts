import { AppError, newId, type Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { decideReservation, type OwnerRole, reservationEnd } from '../domain/reservation.ts';
import { isAccountKnown } from '../store/accounts.ts';
import {
  findHold,
  releaseReservation,
  reserveOrLockEmail,
  saveReservation,
} from '../store/emails.ts';
import {
  deleteOwnerReservation,
  findOwnerReservation,
  type OwnerReservation,
  saveOwnerReservation,
} from '../store/owner-reservations.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findUser } from '../store/users.ts';
import { canonicalEmail } from './canonical-email.ts';
import { emailExists } from './email-exists.ts';
import { freeClosedEmail } from './free-closed-email.ts';

export interface ReserveOwnerRequest {
  readonly accountId: Uuid;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string;
  readonly role: OwnerRole;
  readonly creatorUserId: Uuid | null;
}

/**
 * Takes an email for an account that is being opened and remembers who is to own it. Returns the
 * id of that user.
 * @throws AppError email_exists while somebody else holds the email.
 */
export function makeReserveOwner({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (request: ReserveOwnerRequest): Promise<Uuid> => {
    const email = canonicalEmail(request.email);
    await freeClosedEmail(db, email);
    return db.transaction().execute((tx) => reserve(tx, { ...request, email }, now()));
  };
}

async function reserve(
  tx: Transaction<IdentityTables>,
  request: ReserveOwnerRequest,
  now: Date,
): Promise<Uuid> {
  const { accountId, email } = request;
  const creator = request.creatorUserId ? await findUser(tx, request.creatorUserId) : undefined;
  const creatorUserId = creator?.accountId === null ? creator.id : null;
  const reservation = { email, accountId, reservedUntil: reservationEnd(now) };

  const claim = { accountId, creatorUserId };
  // Without a lock: of the many who want it at once only those wait who came before one had it.
  const seen = await findHold(tx, email);
  if (seen && decideReservation(seen, claim, now) === 'refuse') throw emailExists();
  const hold = await reserveOrLockEmail(tx, reservation);
  const decision = decideReservation(hold, claim, now);
  if (decision === 'refuse') throw emailExists();
  if (decision === 'already_confirmed') return hold.userId ?? '';
  if (await isAccountKnown(tx, accountId))
    throw new AppError('conflict', 'this account is open already, with another email');

  const earlier = await findOwnerReservation(tx, accountId);
  if (earlier && earlier.email !== email) {
    await deleteOwnerReservation(tx, accountId);
    await releaseReservation(tx, { email: earlier.email, accountId });
  }
  const userId = decision === 'reserve_for_creator' ? creatorUserId : newOwnerId(earlier);
  const ownerReservation = { ...request, creatorUserId, userId: userId ?? newId() };
  await saveReservation(tx, reservation);
  await saveOwnerReservation(tx, ownerReservation);
  return ownerReservation.userId;
}

/** A repetition names the same user as before, who is yet to be made. */
function newOwnerId(earlier: OwnerReservation | undefined): Uuid | undefined {
  return earlier && earlier.userId !== earlier.creatorUserId ? earlier.userId : undefined;
}
