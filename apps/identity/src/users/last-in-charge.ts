import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import { retryIfLocked } from '../requests.ts';
import type { Tx } from '../schema.ts';
import type { User } from './model.ts';

/** What is never left without anybody who can act: the platform, and an account that is open. */
interface Vacancies {
  readonly admin: boolean;
  /** The account that loses an owner; null for none. */
  readonly ownerOf: Uuid | null;
}

/**
 * Why a locked user may not change so, or be deleted: nobody would be left who could appoint another.
 * Holds from here to the end of the transaction, however many are changed at once.
 */
export async function refuseIfLastInCharge(
  tx: Tx,
  before: User,
  after: User | undefined,
): Promise<Reply | undefined> {
  const { admin, ownerOf } = vacanciesBy(before, after);
  const alsoOwned = await listOwnedAsGuest(tx, before, after);
  if (!admin && ownerOf === null && alsoOwned.length === 0) return undefined;
  await lockInCharge(tx);
  if (admin && !(await hasOtherAdmin(tx, before.id)))
    return refuse(
      'conflict',
      'this is the last active administrator: make another user one first, by PATCH /v1/users/{user_id} with role admin',
    );
  for (const accountId of ownerOf === null ? alsoOwned : [ownerOf, ...alsoOwned])
    if (await isLastOwner(tx, accountId, before.id)) return lastOwner();
  return undefined;
}

/** Likewise, why somebody may not stop to own an account that is not their first one. */
export async function refuseIfLastOwner(
  tx: Tx,
  accountId: Uuid,
  userId: Uuid,
): Promise<Reply | undefined> {
  await lockInCharge(tx);
  return (await isLastOwner(tx, accountId, userId)) ? lastOwner() : undefined;
}

/** One transaction at a time, so that no two take the last ones. */
async function lockInCharge(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity who is in charge'))`
    .execute(tx)
    .catch(retryIfLocked('somebody else in charge changes just now'));
}

function lastOwner(): Reply {
  return refuse(
    'conflict',
    'this is the last active owner of the account: hand it over first, by POST /v1/account/owner, or close the account by DELETE /v1/account',
  );
}

/** What somebody owns besides their first account, and would own no more. */
async function listOwnedAsGuest(
  tx: Tx,
  before: User,
  after: User | undefined,
): Promise<readonly Uuid[]> {
  if (before.status !== 'active' || after?.status === 'active') return [];
  const rows = await tx
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', before.id)
    .where('role', '=', 'owner')
    .execute();
  return rows.map((row) => row.account_id);
}

type Somebody = Pick<User, 'accountId' | 'role' | 'status'>;

/** `after` is undefined when the user is deleted. */
function vacanciesBy(before: Somebody, after: Somebody | undefined): Vacancies {
  const owned = accountOwnedBy(before);
  const isKept = after !== undefined && accountOwnedBy(after) === owned;
  return {
    admin: isActiveAdmin(before) && !(after && isActiveAdmin(after)),
    ownerOf: isKept ? null : owned,
  };
}

function isActiveAdmin({ role, status }: Somebody): boolean {
  return role === 'admin' && status === 'active';
}

/** An admin is an owner of the account that they are in, and more. */
function accountOwnedBy({ accountId, role, status }: Somebody): Uuid | null {
  return status === 'active' && (role === 'owner' || role === 'admin') ? accountId : null;
}

/** Whether somebody else is an active admin who can log in. */
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

/** Whether an account that is open has no other active owner. */
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
    .select('memberships.id')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '=', 'owner')
    .where('users.status', '=', 'active')
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
