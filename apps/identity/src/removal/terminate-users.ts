import type { Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import { toPerson } from '../domain/access.ts';
import type { Cause } from '../domain/event.ts';
import { freeEmailsOf } from '../records/emails-queries.ts';
import { listMemberships } from '../records/memberships-queries.ts';
import { lockUsersOf } from '../records/users-queries.ts';
import type { Db, Tx } from '../schema.ts';
import { removeUser } from './remove-user.ts';

/** Cause of a deletion that completes an earlier closing. */
export const CLOSED_EARLIER: Cause = { requestId: 'account closed earlier' };

/** Deletes users of a closed account who have no other account, and frees their emails. */
export async function terminateUsersOf(
  tx: Tx,
  accountId: Uuid,
  context: Cause & { readonly now: Date },
): Promise<void> {
  await freeEmailsOf(tx, accountId);
  for (const user of await lockUsersOf(tx, accountId)) {
    const memberships = await listMemberships(tx, user.id);
    if (memberships.length === 0)
      await removeUser(tx, { user, person: toPerson(user, []) }, context);
  }
}

/** Closed accounts whose users an older version left suspended. */
export async function listAccountsWithClosedUsers(
  db: Db,
  rowsMax: number,
): Promise<readonly Uuid[]> {
  // The bounds narrow the index; collations differ in where they place the colon.
  const { rows } = await sql<{ account_id: Uuid }>`
    select distinct users.account_id from users
      join accounts on accounts.id = users.account_id
     where users.email >= 'closed:' and users.email < 'closed:g'
       and starts_with(users.email, 'closed:') and accounts.status = 'closed'
       and not exists (select from memberships where memberships.user_id = users.id)
     limit ${rowsMax}`.execute(db);
  return rows.map((row) => row.account_id);
}
