import type { Uuid } from '@florin/contracts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Account } from '../domain/account.ts';
import type { AccountRow, AccountsTables } from './schema.ts';

export type NewAccount = Pick<
  Account,
  'id' | 'email' | 'name' | 'type' | 'settings' | 'isPlatform'
>;

export async function insertAccount(
  tx: Transaction<AccountsTables>,
  { id, email, name, type, settings, isPlatform }: NewAccount,
): Promise<Account> {
  const row = await tx
    .insertInto('accounts')
    .values({
      id,
      email,
      name,
      type,
      status: 'active',
      ...settings,
      is_platform: isPlatform,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

export async function findAccount(
  db: Kysely<AccountsTables>,
  id: Uuid,
): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findPlatformAccount(
  db: Kysely<AccountsTables>,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('is_platform', '=', true)
    .executeTakeFirst();
  return row && toAccount(row);
}

function toAccount(row: Selectable<AccountRow>): Account {
  const { id, version, email, name, type, status, currency, timezone, language } = row;
  return {
    id,
    version,
    email,
    name,
    type,
    status,
    settings: { currency, timezone, language },
    isPlatform: row.is_platform,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
