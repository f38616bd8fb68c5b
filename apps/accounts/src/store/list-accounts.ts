import { type Created, createdWithin } from '@florin/database';
import type { Kysely } from 'kysely';
import type { Account } from '../domain/account.ts';
import { toAccount } from './accounts.ts';
import type { AccountsTables } from './schema.ts';

export interface AccountFilter extends Created {
  readonly status: Account['status'] | undefined;
  readonly type: Account['type'] | undefined;
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

function matching(db: Kysely<AccountsTables>, { status, type, ...created }: AccountFilter) {
  let query = db.selectFrom('accounts').where(createdWithin(created));
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  return query;
}
