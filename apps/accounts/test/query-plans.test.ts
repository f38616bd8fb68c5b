import { openDatabase } from '@florin/database';
import { type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFilter, countAccounts, listAccounts } from '../src/accounts/queries.ts';
import type { AccountsTables } from '../src/schema.ts';
import { type AccountsDatabase, createAccountsDatabase } from './start-accounts.ts';

const ACCOUNTS = 10_000;
/** Accounts with a rare value. */
const FEW = ACCOUNTS / 100;
const PAGE = 25;

let database: AccountsDatabase;
let db: Kysely<AccountsTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;

beforeAll(async () => {
  database = await createAccountsDatabase();
  const { pool } = openDatabase<AccountsTables>({ url: database.url, poolSizeMax: 1 }, () => {});
  ({ db, planOf } = watchPlans<AccountsTables>(pool));
  // One per minute.
  await database.query(
    `insert into accounts.accounts (id, email, name, type, status, currency, timezone, language,
                                    created_at)
     select ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@example.com', 'Ada',
            'business', case n % 100 when 0 then 'suspended' when 1 then 'closed' else 'active' end,
            'USD', 'UTC', 'en', to_timestamp(n * 60)
       from generate_series(1, ${ACCOUNTS}) n`,
  );
  await database.query('analyze accounts.accounts');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const all: AccountFilter = {
  ...{ status: undefined, type: undefined, email: undefined, livemode: undefined },
  ...{ createdAfter: undefined, createdBefore: undefined },
};
const early = { ...all, createdAfter: 60_000, createdBefore: FEW * 60_000 };

describe('reads only the rows that it shows, or all that exist:', () => {
  it.each<[string, AccountFilter, rows: number]>([
    ['all', all, PAGE],
    ['suspended', { ...all, status: 'suspended' }, PAGE],
    ['pending', { ...all, status: 'pending' }, 0],
    ['early ones', early, FEW],
  ])('a page: %s', async (_title, filter, rows) => {
    const read = () => listAccounts(db, filter, { offset: 0, rowsMax: PAGE, order: 'desc' });
    expect(readingsOf(await planOf(read)).rows).toBeLessThanOrEqual(rows);
  });

  it.each<[string, AccountFilter]>([
    ['suspended', { ...all, status: 'suspended' }],
    ['closed', { ...all, status: 'closed' }],
    ['early ones', early],
  ])('a total: %s', async (_title, filter) => {
    const plan = await planOf(async () => expect(await countAccounts(db, filter)).toBe(FEW));
    expect(readingsOf(plan).rows).toBe(FEW);
  });
});
