import { parseEmail, parsePublicId, toPublicId } from '@florin/contracts';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { AccountsTables } from './schema.ts';

/** Closed ones keep their email, which somebody else may have since. */
const ROWS_MAX = 100;

/** `account <email or acc_…>`: the accounts with this email, or the one with this id. */
export async function showAccount(
  { database }: { readonly database: DatabaseConfig },
  [who = '', ...others]: readonly string[],
): Promise<string> {
  const id = parsePublicId('account', who);
  const email = parseEmail(who);
  if ((id === undefined && email === undefined) || others.length > 0)
    throw new Error('say account <email>, or account acc_…');
  return withDatabase<AccountsTables, string>({ ...database, poolSizeMax: 2 }, async (db) => {
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where((is) => (id === undefined ? is('email', '=', email ?? '') : is('id', '=', id)))
      .orderBy('id', 'desc')
      .limit(ROWS_MAX)
      .execute();
    if (rows.length === 0) return `no account of ${who}`;
    return rows
      .map(({ run, version, ...row }) =>
        JSON.stringify(
          { ...row, id: toPublicId('account', row.id), is_changing: run !== null },
          null,
          2,
        ),
      )
      .join('\n');
  });
}
