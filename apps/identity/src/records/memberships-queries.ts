import type { TeamRole, Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import type { Membership } from '../domain/membership.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

export async function insertMembership(tx: Tx, membership: Membership): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({
      id: membership.id,
      user_id: membership.userId,
      account_id: membership.accountId,
      role: membership.role,
      version: membership.version,
      created_at: membership.createdAt,
      updated_at: membership.updatedAt,
    })
    .execute();
}

export async function saveMembership(tx: Tx, membership: Membership): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({
      role: membership.role,
      version: membership.version,
      updated_at: membership.updatedAt,
    })
    .where('id', '=', membership.id)
    .executeTakeFirstOrThrow();
}

export async function deleteMembership(tx: Tx, id: Uuid): Promise<void> {
  await tx.deleteFrom('memberships').where('id', '=', id).executeTakeFirstOrThrow();
}

/** A membership changes only while its user is locked. */
export async function findMembership(
  db: Db,
  userId: Uuid,
  accountId: Uuid,
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('memberships')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && toMembership(row);
}

/** An active owner of an account, preferably one whose first account it is. */
export async function findOwner(db: Db, accountId: Uuid): Promise<Uuid | undefined> {
  const active = db.selectFrom('users').select('users.id').where('users.status', '=', 'active');
  const first = await active
    .where('users.account_id', '=', accountId)
    .where('users.role', '=', 'owner')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst();
  const guest = active
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', 'owner')
    .orderBy('users.id')
    .limit(1);
  return (first ?? (await guest.executeTakeFirst()))?.id;
}

/** A user's memberships in open accounts, oldest first. */
export async function listMemberships(db: Db, userId: Uuid): Promise<readonly Membership[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .selectAll('memberships')
    .where('memberships.user_id', '=', userId)
    .where('accounts.status', '<>', 'closed')
    .orderBy('memberships.id')
    .execute();
  return rows.map(toMembership);
}

/** Other accounts of users whose first account this is, ordered by id. */
export async function listAccountsBeside(db: Db, accountId: Uuid): Promise<readonly Uuid[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.account_id')
    .distinct()
    .where('users.account_id', '=', accountId)
    .orderBy('memberships.account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

/** Memberships in a locked account. */
export async function listGuests(tx: Tx, accountId: Uuid): Promise<readonly Membership[]> {
  const rows = await tx
    .selectFrom('memberships')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(toMembership);
}

function toMembership(row: Selectable<IdentityTables['memberships']>): Membership {
  return {
    id: row.id,
    userId: row.user_id,
    accountId: row.account_id,
    role: row.role satisfies TeamRole,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
