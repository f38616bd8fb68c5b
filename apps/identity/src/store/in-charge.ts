import type { Uuid } from '@florin/contracts';
import { sql, type Transaction } from 'kysely';
import type { IdentityTables } from './schema.ts';

type Tx = Transaction<IdentityTables>;

/** Lets one transaction at a time take anybody's place, so that no two take the last ones. */
export async function lockWhoIsInCharge(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity who is in charge'))`.execute(tx);
}

/** Whether somebody else is an active admin who can log in. */
export async function hasOtherAdmin(tx: Tx, except: Uuid): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select('users.id')
    .where('users.role', '=', 'admin')
    .where('users.status', '=', 'active')
    .where('accounts.status', '<>', 'closed')
    .where('users.id', '<>', except)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The account of the administrator who was made first; the platform's, unless all were moved. */
export async function findAccountOfAdmins(tx: Tx): Promise<Uuid | undefined> {
  const first = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select('accounts.id')
    .where('users.role', '=', 'admin')
    .where('accounts.status', '<>', 'closed')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst();
  return first?.id;
}

/** Whether an account that is open has no other active owner. */
export async function isLastOwner(tx: Tx, accountId: Uuid, userId: Uuid): Promise<boolean> {
  const other = tx
    .selectFrom('users')
    .select('users.id')
    .where('account_id', '=', accountId)
    .where('role', 'in', ['owner', 'admin'])
    .where('status', '=', 'active')
    .where('users.id', '<>', userId);
  const ownerless = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', '<>', 'closed')
    .where(({ not, exists }) => not(exists(other)))
    .executeTakeFirst();
  return ownerless !== undefined;
}
