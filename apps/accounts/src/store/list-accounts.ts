import type { Kysely } from 'kysely';
import type { Account } from '../domain/account.ts';
import { toAccount } from './accounts.ts';
import type { AccountsTables } from './schema.ts';

export interface AccountFilter {
  readonly status: Account['status'] | undefined;
  readonly type: Account['type'] | undefined;
  /** Creation, milliseconds since 1970, inclusive. */
  readonly createdAfter: number | undefined;
  readonly createdBefore: number | undefined;
}

/** Accounts that match, newest first. */
export async function listAccounts(
  db: Kysely<AccountsTables>,
  filter: AccountFilter,
  { offset, rowsMax }: { readonly offset: number; readonly rowsMax: number },
): Promise<readonly Account[]> {
  const rows = await matching(db, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return rows.map(toAccount);
}

export async function countAccounts(
  db: Kysely<AccountsTables>,
  filter: AccountFilter,
): Promise<number> {
  const row = await matching(db, filter)
    .select((account) => account.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

function matching(db: Kysely<AccountsTables>, filter: AccountFilter) {
  const { status, type, createdAfter, createdBefore } = filter;
  let query = db.selectFrom('accounts');
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  if (createdAfter !== undefined) query = query.where('created_at', '>=', new Date(createdAfter));
  if (createdBefore !== undefined) query = query.where('created_at', '<=', new Date(createdBefore));
  return query;
}
