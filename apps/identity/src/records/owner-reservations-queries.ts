import type { Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import type { OwnerRole } from '../domain/email-holders.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

/** The future owner of an account that is being opened. */
export interface OwnerReservation {
  readonly accountId: Uuid;
  /** In canonical form. */
  readonly email: string;
  /** The creator's id if they become the owner; otherwise the id of a user not yet created. */
  readonly userId: Uuid;
  readonly name: string | null;
  readonly passwordHash: string;
  readonly role: OwnerRole;
  readonly creatorUserId: Uuid | null;
}

export async function findOwnerReservation(
  db: Db,
  accountId: Uuid,
): Promise<OwnerReservation | undefined> {
  const row = await db
    .selectFrom('owner_reservations')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && toReservation(row);
}

/** Replaces earlier reservations of this account or this email. */
export async function saveOwnerReservation(tx: Tx, reservation: OwnerReservation): Promise<void> {
  const { accountId, email } = reservation;
  await tx
    .deleteFrom('owner_reservations')
    .where((row) => row.or([row('account_id', '=', accountId), row('email', '=', email)]))
    .execute();
  await tx
    .insertInto('owner_reservations')
    .values({
      account_id: accountId,
      email,
      user_id: reservation.userId,
      name: reservation.name,
      password_hash: reservation.passwordHash,
      role: reservation.role,
      creator_user_id: reservation.creatorUserId,
    })
    .execute();
}

export async function deleteOwnerReservation(tx: Tx, accountId: Uuid): Promise<void> {
  await tx.deleteFrom('owner_reservations').where('account_id', '=', accountId).execute();
}

/** Deletes the owner reservation for an email that another user takes. */
export async function deleteOwnerReservationOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('owner_reservations').where('email', '=', email).execute();
}

function toReservation(row: Selectable<IdentityTables['owner_reservations']>): OwnerReservation {
  return {
    accountId: row.account_id,
    email: row.email,
    userId: row.user_id,
    name: row.name,
    passwordHash: row.password_hash,
    role: row.role,
    creatorUserId: row.creator_user_id,
  };
}
