import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import { type Kysely, sql } from 'kysely';
import type { Amounts, Balance } from '../domain/balance.ts';
import { firstIdAt } from '../domain/ids.ts';
import { toBalance } from '../schema/balance-rows.ts';
import type { LedgerTables } from '../schema/tables.ts';

export async function findBalance(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
): Promise<Balance | undefined> {
  const row = await db
    .selectFrom('balances')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && toBalance(row);
}

/** The amounts after the account's last entry up to an instant; undefined before the first. */
export async function findAmountsAt(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  atMs: number,
): Promise<Amounts | undefined> {
  return db
    .selectFrom('entries')
    .select([
      'available_after as available',
      'held_after as held',
      'settled_after as settled',
      'fees_after as fees',
      'external_after as external',
    ])
    .where('account_id', '=', accountId)
    .where('id', '<', firstIdAt(atMs + 1))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Opens a balance unless there is one; returns the currency of the existing one. */
export async function insertBalance(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  currency: Currency,
): Promise<string> {
  const { rows } = await sql<{ currency: string }>`
    insert into balances (account_id, currency) values (${accountId}, ${currency})
    on conflict (account_id) do update set account_id = excluded.account_id
    returning currency`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the balance was not stored');
  return row.currency;
}
