import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { EmailHold } from '../domain/reservation.ts';
import type { IdentityTables } from './schema.ts';

type Tx = Transaction<IdentityTables>;

export interface Reservation {
  readonly email: string;
  readonly accountId: Uuid;
  readonly reservedUntil: Date;
}

/** Reserves an email that nobody holds; either way locks it and returns who holds it then. */
export function reserveOrLockEmail(
  tx: Tx,
  { email, accountId, reservedUntil }: Reservation,
): Promise<EmailHold> {
  return takeOrLockEmail(tx, email, { accountId, userId: null, reservedUntil });
}

/** Takes an email that nobody holds; either way locks it and returns who holds it then. */
export async function takeOrLockEmail(
  tx: Tx,
  email: string,
  { accountId, userId, reservedUntil }: EmailHold,
): Promise<EmailHold> {
  const row = await tx
    .insertInto('emails')
    .values({ email, account_id: accountId, user_id: userId, reserved_until: reservedUntil })
    // An update that changes nothing, because it locks and returns the row that is there.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((row) => ({ email: row.ref('excluded.email') })),
    )
    .returning(['account_id', 'user_id', 'reserved_until'])
    .executeTakeFirstOrThrow();
  return toHold(row);
}

/** Who holds an email, which may change until it is locked. */
export async function findHold(tx: Tx, email: string): Promise<EmailHold | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select(['account_id', 'user_id', 'reserved_until'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row && toHold(row);
}

export async function lockEmail(tx: Tx, email: string): Promise<EmailHold | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select(['account_id', 'user_id', 'reserved_until'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  return row && toHold(row);
}

/** Takes a locked email over for the account, or renews its reservation. */
export async function saveReservation(
  tx: Tx,
  { email, accountId, reservedUntil }: Reservation,
): Promise<void> {
  await tx
    .updateTable('emails')
    .set({ account_id: accountId, reserved_until: reservedUntil })
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

/** Makes the reservation of a locked email final; from then on the user, if any, has it too. */
export async function confirmEmail(tx: Tx, email: string, userId: Uuid | null): Promise<void> {
  await tx
    .updateTable('emails')
    .set({ reserved_until: null, user_id: userId })
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

/** The email that an account has for good. */
export async function findAccountEmail(tx: Tx, accountId: Uuid): Promise<string | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select('email')
    .where('account_id', '=', accountId)
    .where('reserved_until', 'is', null)
    .executeTakeFirst();
  return row?.email;
}

/** Saves who is left to hold a locked email; nobody frees it. */
export async function saveHolders(
  tx: Tx,
  email: string,
  { accountId, userId, reservedUntil }: EmailHold,
): Promise<void> {
  if (accountId === null && userId === null)
    await tx.deleteFrom('emails').where('email', '=', email).execute();
  else
    await tx
      .updateTable('emails')
      .set({ account_id: accountId, user_id: userId, reserved_until: reservedUntil })
      .where('email', '=', email)
      .execute();
}

/** Gives up an account's reservation of an email, unless it was taken over already. */
export async function releaseReservation(
  tx: Tx,
  { email, accountId }: Pick<Reservation, 'email' | 'accountId'>,
): Promise<void> {
  await tx
    .deleteFrom('emails')
    .where('email', '=', email)
    .where('account_id', '=', accountId)
    .where('user_id', 'is', null)
    .execute();
  await tx
    .updateTable('emails')
    .set({ account_id: null, reserved_until: null })
    .where('email', '=', email)
    .where('account_id', '=', accountId)
    .where('reserved_until', 'is not', null)
    .execute();
}

function toHold(row: {
  account_id: Uuid | null;
  user_id: Uuid | null;
  reserved_until: Date | null;
}): EmailHold {
  return { accountId: row.account_id, userId: row.user_id, reservedUntil: row.reserved_until };
}
