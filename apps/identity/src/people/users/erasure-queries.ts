import { erasedUserEmail, type Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { User } from '../../domain/user.ts';
import type { Tx } from '../../schema.ts';

/** Marks a deleted user as anonymized. */
export async function insertErasure(
  tx: Tx,
  { id, accountId }: Pick<User, 'id' | 'accountId'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into anonymized_users (user_id, account_id, anonymized_at)
    values (${id}, ${accountId}, ${now})`.execute(tx);
}

export async function findErasure(tx: Tx, userId: Uuid) {
  return tx
    .selectFrom('anonymized_users')
    .select('account_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Sessions and email confirmations of a user, which have events of their own. */
export async function listObjectsOf(tx: Tx, userId: Uuid): Promise<readonly Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from sessions where user_id = ${userId}
    union all select id from email_confirmations where user_id = ${userId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes confirmations to an address. Invitation mails belong to the inviter, so deleting the
 * invited user does not delete them.
 */
export async function deleteConfirmationsTo(tx: Tx, email: string): Promise<readonly Uuid[]> {
  const rows = await tx
    .deleteFrom('email_confirmations')
    .where('email', '=', email)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function redactInvitations(
  tx: Tx,
  userId: Uuid,
  email: string,
): Promise<readonly Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    update invitations set email = ${erasedUserEmail(userId)} where email = ${email}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
