import type { Uuid } from '@florin/contracts';
import { toPerson, type UserInAccounts } from '../domain/access.ts';
import type { User } from '../domain/user.ts';
import type { Db, Tx } from '../schema.ts';
import { listMemberships } from './memberships-queries.ts';
import { findUser, lockUser, shareUser } from './users-queries.ts';

async function withAccounts(db: Db, user: User | undefined): Promise<UserInAccounts | undefined> {
  return user && { user, person: toPerson(user, await listMemberships(db, user.id)) };
}

export const findPerson = async (db: Db, id: Uuid) => withAccounts(db, await findUser(db, id));

/** Memberships change only under the lock of their user or account. */
export const lockPerson = async (tx: Tx, id: Uuid) => withAccounts(tx, await lockUser(tx, id));

/** Like `lockPerson`, but `for share`. */
export const sharePerson = async (tx: Tx, id: Uuid) => withAccounts(tx, await shareUser(tx, id));
