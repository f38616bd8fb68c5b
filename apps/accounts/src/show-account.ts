import { parseEmail, parsePublicId, toPublicId } from '@florin/contracts';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import type { AccountsTables } from './schema.ts';

/** Closed accounts keep their email, which another one may use since. */
const ROWS_MAX = 100;

/** `account <email or acc_…>`: shows the accounts with this email, or the one with this id. */
export async function showAccount(
  { database }: { readonly database: DatabaseConfig },
  [who = '', ...others]: readonly string[],
): Promise<CommandResult> {
  const id = parsePublicId('account', who);
  const email = parseEmail(who);
  if ((id === undefined && email === undefined) || others.length > 0)
    throw new Error('usage: account <email>, or account acc_…');
  return withDatabase<AccountsTables, CommandResult>(
    { ...database, poolSizeMax: 2 },
    async (db) => {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .where((is) => (id === undefined ? is('email', '=', email ?? '') : is('id', '=', id)))
        .orderBy('id', 'desc')
        .limit(ROWS_MAX)
        .execute();
      const accounts = rows.map(({ run, version, ...row }) => ({
        ...row,
        id: toPublicId('account', row.id),
        is_changing: run !== null,
      }));
      const text = accounts.map((account) => JSON.stringify(account, null, 2)).join('\n');
      return {
        text: text || `no account of ${who}`,
        data: { accounts },
        isFinding: accounts.length === 0,
      };
    },
  );
}
