import type { Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { IdentityTables } from './schema.ts';

type Tx = Transaction<IdentityTables>;

/** The closed account that holds an email, itself or by one of its users. */
export async function findClosedHolder(
  db: Kysely<IdentityTables>,
  email: string,
): Promise<Uuid | undefined> {
  const { rows } = await sql<{ id: Uuid }>`
    select accounts.id from emails
      left join users on users.id = emails.user_id
      join accounts on accounts.id in (emails.account_id, users.account_id)
     where emails.email = ${email} and accounts.status = 'closed'`.execute(db);
  return rows[0]?.id;
}

/** Locks what a closed account and its users hold, in one order, and gives it up. */
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
  // The column stays unique, for versions that look users up by it alone; no email has a colon there.
  await sql`
    update users set former_email = email, email = 'closed:' || id
     where account_id = ${accountId} and former_email is null`.execute(tx);
}
