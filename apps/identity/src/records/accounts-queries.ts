import type { Uuid } from '@florin/contracts';
import type { AccountStatus } from '../domain/account.ts';
import type { Db, Tx } from '../schema.ts';

export async function isAccountKnown(db: Db, id: Uuid): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertAccount(tx: Tx, id: Uuid, status: AccountStatus): Promise<void> {
  await tx.insertInto('accounts').values({ id, status }).execute();
}

export async function isAccountClosed(tx: Tx, id: Uuid): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'closed')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks an account `for share` until the transaction ends. A user, key or session is therefore
 * created before the account closes, and closed with it, or not at all.
 */
export async function shareAccountLock(tx: Tx, id: Uuid): Promise<AccountStatus | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.status;
}

export async function lockAccount(tx: Tx, id: Uuid): Promise<AccountStatus | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.status;
}

export async function saveAccountStatus(tx: Tx, id: Uuid, status: AccountStatus): Promise<void> {
  await tx.updateTable('accounts').set({ status }).where('id', '=', id).executeTakeFirstOrThrow();
}
