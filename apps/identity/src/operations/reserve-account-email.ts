import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { isOwnerOf } from '../domain/authorization.ts';
import { decideReservation, reservationEnd } from '../domain/reservation.ts';
import { holdAccount } from '../store/accounts.ts';
import { reserveOrLockEmail, saveReservation } from '../store/emails.ts';
import { deleteOwnerReservationOf } from '../store/owner-reservations.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findUser } from '../store/users.ts';
import { canonicalEmail } from './canonical-email.ts';
import { emailExists } from './email-exists.ts';
import { freeClosedEmail } from './free-closed-email.ts';

export interface AccountEmail {
  readonly accountId: Uuid;
  readonly email: string;
}

/**
 * Takes another email for an open account, for ten minutes.
 * @throws AppError email_exists while somebody else holds it; not_found for an account that is
 * unknown or closed.
 */
export function makeReserveAccountEmail({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async ({ accountId, email: text }: AccountEmail): Promise<void> => {
    const email = canonicalEmail(text);
    await freeClosedEmail(db, email);
    await db.transaction().execute((tx) => reserve(tx, { accountId, email }, now()));
  };
}

async function reserve(
  tx: Transaction<IdentityTables>,
  { accountId, email }: AccountEmail,
  now: Date,
): Promise<void> {
  const reservation = { accountId, email, reservedUntil: reservationEnd(now) };
  const hold = await reserveOrLockEmail(tx, reservation);
  const status = await holdAccount(tx, accountId);
  if (status === undefined || status === 'closed')
    throw new AppError('not_found', 'there is no open account with this id');

  // An owner's own email may become the account's.
  const holder = hold.userId ? await findUser(tx, hold.userId) : undefined;
  const creatorUserId = holder && isOwnerOf(holder, accountId) ? holder.id : null;
  const decision = decideReservation(hold, { accountId, creatorUserId }, now);
  if (decision === 'refuse') throw emailExists();
  if (decision === 'already_confirmed') return;
  // Whoever was opening an account with it and let it run out comes too late.
  await deleteOwnerReservationOf(tx, email);
  await saveReservation(tx, reservation);
}
