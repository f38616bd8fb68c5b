import type { Uuid } from '@florin/contracts';
import { type NotNull, sql } from 'kysely';
import type { EmailHolders } from '../domain/email-holders.ts';
import type { Db, Tx } from '../schema.ts';

export interface Reservation {
  readonly email: string;
  readonly accountId: Uuid;
  readonly reservedUntil: Date;
}

/** Reserves an email if it is free. Locks it in either case and returns its holders. */
export function reserveOrLockEmail(
  tx: Tx,
  { email, accountId, reservedUntil }: Reservation,
): Promise<EmailHolders> {
  return insertOrLockEmail(tx, email, { accountId, userId: null, reservedUntil });
}

/** Takes an email if it is free. Locks it in either case and returns its holders. */
export async function insertOrLockEmail(
  tx: Tx,
  email: string,
  { accountId, userId, reservedUntil }: EmailHolders,
): Promise<EmailHolders> {
  const row = await tx
    .insertInto('emails')
    .values({ email, account_id: accountId, user_id: userId, reserved_until: reservedUntil })
    // A no-op update, because it locks and returns the existing row.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((row) => ({ email: row.ref('excluded.email') })),
    )
    .returning(['account_id', 'user_id', 'reserved_until'])
    .executeTakeFirstOrThrow();
  return toHolders(row);
}

/** Holders of an email, which may change until it is locked. */
export async function findHolders(tx: Tx, email: string): Promise<EmailHolders | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select(['account_id', 'user_id', 'reserved_until'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row && toHolders(row);
}

export async function lockEmail(tx: Tx, email: string): Promise<EmailHolders | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select(['account_id', 'user_id', 'reserved_until'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  return row && toHolders(row);
}

/** Assigns a locked email to the account, or renews its reservation. */
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

/** Makes the reservation of a locked email permanent and sets its user, if any. */
export async function confirmEmail(tx: Tx, email: string, userId: Uuid | null): Promise<void> {
  await tx
    .updateTable('emails')
    .set({ reserved_until: null, user_id: userId })
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

/** The permanent email of an account. */
export async function findAccountEmail(tx: Tx, accountId: Uuid): Promise<string | undefined> {
  const row = await tx
    .selectFrom('emails')
    .select('email')
    .where('account_id', '=', accountId)
    .where('reserved_until', 'is', null)
    .executeTakeFirst();
  return row?.email;
}

/** Saves the holders of a locked email; without any, the email is free. */
export async function saveHolders(
  tx: Tx,
  email: string,
  { accountId, userId, reservedUntil }: EmailHolders,
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

/** Gives up an account's reservation of an email, unless it was already taken over. */
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

export interface StaleReservation {
  readonly email: string;
  readonly accountId: string;
}

/** Expired reservations that were neither confirmed nor taken over. */
export async function listReservationsExpiredBefore(
  db: Db,
  before: Date,
  rowsMax: number,
): Promise<readonly StaleReservation[]> {
  const rows = await db
    .selectFrom('emails')
    .select(['email', 'account_id'])
    .where('reserved_until', '<', before)
    .where('account_id', 'is not', null)
    .limit(rowsMax)
    .$narrowType<{ account_id: NotNull }>()
    .execute();
  return rows.map((row) => ({ email: row.email, accountId: row.account_id }));
}

function toHolders(row: {
  account_id: Uuid | null;
  user_id: Uuid | null;
  reserved_until: Date | null;
}): EmailHolders {
  return { accountId: row.account_id, userId: row.user_id, reservedUntil: row.reserved_until };
}

/** The closed account that holds an email, directly or through one of its users. */
export async function findClosedHolder(db: Db, email: string): Promise<Uuid | undefined> {
  const { rows } = await sql<{ id: Uuid }>`
    select accounts.id from emails
      left join users on users.id = emails.user_id
      join accounts on accounts.id in (emails.account_id, users.account_id)
     where emails.email = ${email} and accounts.status = 'closed'`.execute(db);
  return rows[0]?.id;
}

/** Locks the emails of a closed account and its users in one order, and frees them. */
export async function freeEmailsOf(tx: Tx, accountId: Uuid): Promise<void> {
  const ofUsers = sql`user_id in (select id from users where account_id = ${accountId})`;
  const ofAccount = sql`account_id = ${accountId} and reserved_until is null`;
  await sql`
    select from emails where (${ofAccount}) or ${ofUsers} order by email for update`.execute(tx);
  await sql`update emails set user_id = null where ${ofUsers} and account_id <> ${accountId}`.execute(
    tx,
  );
  await sql`
    update emails set account_id = null
     where ${ofAccount} and user_id is not null and not ${ofUsers}`.execute(tx);
  await sql`delete from emails where (${ofAccount}) or ${ofUsers}`.execute(tx);
  // The column stays unique, for older versions that look users up by it; no email has a colon.
  await sql`
    update users set former_email = email, email = 'closed:' || id
     where account_id = ${accountId} and former_email is null`.execute(tx);
}

/** Removes the email from a locked user's login. */
export async function giveUpEmail(tx: Tx, userId: Uuid): Promise<void> {
  await sql`
    update users set former_email = email, email = 'unverified:' || id
     where id = ${userId} and former_email is null`.execute(tx);
}
