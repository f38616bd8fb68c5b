import type { Uuid } from '@florin/contracts';
import { type Bounds, withinBounds } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import { type Account, defaultSettings } from '../domain/account.ts';
import type { AccountRow, Db, Tx } from '../schema.ts';

export type NewAccount = Pick<
  Account,
  'id' | 'email' | 'name' | 'type' | 'settings' | 'isPlatform'
> &
  Partial<Pick<Account, 'status'>>;

export async function insertAccount(
  tx: Tx,
  { id, email, name, type, settings, isPlatform, status = 'active' }: NewAccount,
): Promise<Account> {
  await takeEmailFromClosed(tx, email);
  const row = await tx
    .insertInto('accounts')
    .values({
      id,
      email,
      name,
      type,
      status,
      ...toColumns(settings),
      is_platform: isPlatform,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

export async function findAccount(db: Db, id: Uuid): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findPlatformAccount(db: Db): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('is_platform', '=', true)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Locks an account for a change. */
export async function lockAccount(tx: Tx, id: Uuid): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Takes an email address from the closed account that still has it and continues to show it. */
async function takeEmailFromClosed(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((account) => ({ former_email: account.ref('email'), email: sql`'closed:' || id` }))
    .where('email', '=', email)
    .where('status', '=', 'closed')
    .execute();
}

/** Saves a changed account with a new version and time. */
export async function saveAccount(
  tx: Tx,
  { id, name, email, status, statusReason, settings }: Account,
): Promise<Account> {
  if (status !== 'closed') await takeEmailFromClosed(tx, email);
  const row = await tx
    .updateTable('accounts')
    .set((account) => ({
      name,
      email,
      status,
      status_reason: statusReason,
      ...toColumns(settings),
      version: account('version', '+', 1n),
      updated_at: sql<Date>`greatest(clock_timestamp(), updated_at)`,
      closed_at: status === 'closed' ? sql<Date>`clock_timestamp()` : null,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

/**
 * Claims an account for one saga run until it is released: concurrent changes could reach other
 * services in different orders. Idempotent.
 */
export async function claimAccount(
  db: Db,
  id: Uuid,
  run: Uuid,
): Promise<'claimed' | 'busy' | 'closed'> {
  const claimed = await db
    .updateTable('accounts')
    .set({ run })
    .where('id', '=', id)
    .where('status', '!=', 'closed')
    .where((account) => account.or([account('run', 'is', null), account('run', '=', run)]))
    .returning('id')
    .executeTakeFirst();
  if (claimed) return 'claimed';
  return (await findAccount(db, id))?.status === 'closed' ? 'closed' : 'busy';
}

export async function releaseAccount(tx: Tx, id: Uuid, run: Uuid): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ run: null })
    .where('id', '=', id)
    .where('run', '=', run)
    .execute();
}

export function toAccount(row: Selectable<AccountRow>): Account {
  const { id, version, email, name, type, status, currency, timezone, language, return_urls } = row;
  // Earlier versions do not store that a language was chosen.
  const is_language_chosen = row.is_language_chosen || language !== defaultSettings.language;
  return {
    id,
    version,
    email: row.former_email ?? email,
    name,
    type,
    status,
    statusReason: row.status_reason,
    settings: { currency, timezone, language, is_language_chosen, return_urls },
    isPlatform: row.is_platform,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  };
}

/** Sagas started by an earlier version lack some settings. */
function toColumns({ currency, timezone, language, ...others }: Account['settings']) {
  return {
    currency,
    timezone,
    language,
    is_language_chosen: others.is_language_chosen ?? false,
    return_urls: [...(others.return_urls ?? [])],
  };
}

export interface AccountFilter extends Bounds {
  readonly status: Account['status'] | undefined;
  readonly type: Account['type'] | undefined;
  readonly email: string | undefined;
}

/** Matching accounts, by creation time. */
export async function listAccounts(
  db: Db,
  filter: AccountFilter,
  {
    offset,
    rowsMax,
    order,
  }: { readonly offset: number; readonly rowsMax: number; readonly order: 'asc' | 'desc' },
): Promise<readonly Account[]> {
  const rows = await matching(db, filter)
    .selectAll()
    .orderBy('id', order)
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return rows.map(toAccount);
}

export async function countAccounts(db: Db, filter: AccountFilter): Promise<number> {
  const row = await matching(db, filter)
    .select((account) => account.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

function matching(db: Db, { status, type, email, ...bounds }: AccountFilter) {
  let query = db.selectFrom('accounts').where(withinBounds(bounds, 'id'));
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  if (email !== undefined)
    query = query.where((row) =>
      row.or([row('email', '=', email), row('former_email', '=', email)]),
    );
  return query;
}
