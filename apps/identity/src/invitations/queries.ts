import type { Uuid } from '@florin/contracts';
import { type Cursor, inBackground, selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import type { Invitation } from '../domain/invitation.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

export async function insertInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({
      id: invitation.id,
      account_id: invitation.accountId,
      email: invitation.email,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      invited_by_key: invitation.invitedByKey,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
      accepted_at: null,
      revoked_at: null,
      version: invitation.version,
    })
    .execute();
}

export async function saveInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({
      accepted_at: invitation.acceptedAt,
      revoked_at: invitation.revokedAt,
      version: invitation.version,
    })
    .where('id', '=', invitation.id)
    .executeTakeFirstOrThrow();
}

export async function findInvitation(db: Db, id: Uuid): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toInvitation(row);
}

export async function lockInvitation(tx: Tx, id: Uuid): Promise<Invitation | undefined> {
  const row = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** Locks the invitations of an account that can still be accepted. */
export async function lockPending(
  tx: Tx,
  accountId: Uuid,
  now: Date,
): Promise<readonly Invitation[]> {
  const rows = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toInvitation);
}

/** Newest first; oldest first from a `before` cursor. */
export async function listInvitations(
  db: Db,
  accountId: Uuid,
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly Invitation[]> {
  const query = db.selectFrom('invitations').selectAll().where('account_id', '=', accountId);
  return (await selectPage(query, cursor, rowsMax).execute()).map(toInvitation);
}

/** Deletes at most `rowsMax` invitations. */
export async function deleteInvitationsExpiredBefore(
  db: Db,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from invitations where id in (
      select id from invitations where expires_at < ${before} limit ${rowsMax})`.execute(tx),
  );
}

function toInvitation(row: Selectable<IdentityTables['invitations']>): Invitation {
  return {
    ...{ id: row.id, accountId: row.account_id, email: row.email, role: row.role },
    invitedBy: row.invited_by,
    invitedByKey: row.invited_by_key,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    revokedAt: row.revoked_at,
    version: row.version,
  };
}

/** Accounts whose invitation to an address was accepted after an instant. */
export async function listAcceptedSince(
  tx: Tx,
  email: string,
  since: Date,
): Promise<ReadonlySet<Uuid>> {
  const rows = await tx
    .selectFrom('invitations')
    .select('account_id')
    .where('email', '=', email)
    .where('accepted_at', '>=', since)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}
