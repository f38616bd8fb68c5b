import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
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

/** Locks an account for a change. */
export async function lockAccount(
  tx: Transaction<AccountsTables>,
  id: Uuid,
): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Writes a changed account back; its version and times move on. */
export async function saveAccount(
  tx: Transaction<AccountsTables>,
  { id, name, email, status, settings }: Account,
): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set((account) => ({
      name,
      email,
      status,
      ...settings,
      version: account('version', '+', 1n),
      updated_at: sql<Date>`greatest(clock_timestamp(), updated_at)`,
      closed_at: status === 'closed' ? sql<Date>`clock_timestamp()` : null,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

/** Marks an account as being closed by this run; false when another run is at it. */
export async function markClosing(
  db: Kysely<AccountsTables>,
  id: Uuid,
  run: Uuid,
): Promise<boolean> {
  const marked = await db
    .updateTable('accounts')
    .set({ closing_run: run })
    .where('id', '=', id)
    .where('status', '!=', 'closed')
    .where((account) =>
      account.or([account('closing_run', 'is', null), account('closing_run', '=', run)]),
    )
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

export async function unmarkClosing(tx: Transaction<AccountsTables>, id: Uuid): Promise<void> {
  await tx.updateTable('accounts').set({ closing_run: null }).where('id', '=', id).execute();
}

export function toAccount(row: Selectable<AccountRow>): Account {
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
    closedAt: row.closed_at,
  };
}
