import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import { losesAdmin, lostAccounts, type PlaceChange } from '../domain/place.ts';
import { retryIfLocked } from '../requests.ts';
import type { Tx } from '../schema.ts';

/**
 * Refuses a change that leaves an open account without an active owner who can log in, or Florin
 * without an administrator. Holds a lock until the transaction ends.
 */
export async function refuseIfVacant(tx: Tx, change: PlaceChange): Promise<Reply | undefined> {
  const { before } = change;
  const isAdminLost = losesAdmin(change);
  const lost = lostAccounts(change);
  if (!isAdminLost && lost.length === 0) return undefined;
  await lockPlaces(tx);
  if (isAdminLost && !(await hasOtherAdmin(tx, before.id)))
    return refuse(
      'conflict',
      'this is the last active administrator; first give another user the role admin with PATCH /v1/users/{user_id}',
    );
  for (const accountId of lost)
    if (await isLastOwner(tx, accountId, before.id))
      return refuse(
        'conflict',
        'this is the last active owner of an account; first transfer it with POST /v1/account/owner, or close it with DELETE /v1/account',
      );
  return undefined;
}

/** One transaction at a time, so that concurrent changes cannot remove the last owner. */
async function lockPlaces(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity who is in charge'))`
    .execute(tx)
    .catch(retryIfLocked('another owner or admin is being changed'));
}

/** Whether there is another active admin who can log in. */
async function hasOtherAdmin(tx: Tx, except: Uuid): Promise<boolean> {
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

/** Whether an open account has no other active owner who can log in. */
async function isLastOwner(tx: Tx, accountId: Uuid, userId: Uuid): Promise<boolean> {
  const other = tx
    .selectFrom('users')
    .select('users.id')
    .where('account_id', '=', accountId)
    .where('role', 'in', ['owner', 'admin'])
    .where('status', '=', 'active')
    .where('users.id', '<>', userId);
  const guest = tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('accounts as first', 'first.id', 'users.account_id')
    .select('memberships.id')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', 'owner')
    .where('users.status', '=', 'active')
    // A user whose first account is closed cannot log in.
    .where(sql<boolean>`first.status is distinct from 'closed'`)
    .where('users.id', '<>', userId);
  const ownerless = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', '<>', 'closed')
    .where(({ not, exists }) => not(exists(other)))
    .where(({ not, exists }) => not(exists(guest)))
    .executeTakeFirst();
  return ownerless !== undefined;
}
