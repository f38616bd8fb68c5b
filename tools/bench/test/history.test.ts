import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { auditAll } from '@florin/ledger/src/audit/operations.ts';
import { migrations } from '@florin/ledger/src/migrations/index.ts';
import type { LedgerTables } from '@florin/ledger/src/schema/tables.ts';
import { createDatabase, type TestDatabase } from '@florin/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillLedger, YEAR_MS } from '../src/history/fill-ledger.ts';
import { openLedger } from '../src/ledger.ts';

let database: TestDatabase;
let url: string;
beforeEach(async () => {
  database = await createDatabase();
  url = await prepareThrowawayDatabase(database.adminUrl, 'ledger', migrations);
});
afterEach(() => database.drop());

it.each([
  ['a year', YEAR_MS],
  ['a month', YEAR_MS / 12],
])('%s of books that is made up holds, and goes on', async (_, spanMs) => {
  const shares: number[] = [];
  await fillLedger({
    databaseUrl: database.adminUrl,
    transactions: 2_000,
    spanMs,
    eventsDays: 31,
    accounts: 20,
    seed: 1,
    signal: new AbortController().signal,
    onProgress: (share) => shares.push(share),
  });
  expect(shares.at(-1)).toBe(1);

  const { db, close } = openDatabase<LedgerTables>({ url, poolSizeMax: 2 }, () => {});
  const ledger = openLedger(url);
  try {
    const { rows: oldest } = await sql<{ ms: number; months: number }>`
      select extract(epoch from now() - min(created_at))::float8 * 1000 as ms,
             (select count(*)::int from pg_inherits
               where inhparent = 'transactions'::regclass) as months
        from transactions`.execute(db);
    expect(Math.abs((oldest[0]?.ms ?? 0) - spanMs)).toBeLessThan(0.05 * spanMs);
    // The months of a year, and those created ahead.
    expect(oldest[0]?.months).toBeGreaterThanOrEqual(13);
    const accounts = await db.selectFrom('balances').select('account_id').execute();
    const call = ledger.makeCall(
      accounts.map(({ account_id }) => account_id),
      1,
    );
    for (let calls = 0; calls < 10; calls += 1) await call();
    const found = { accounts: 0, transactions: 0, entries: 0, violations: 0 };
    for await (const page of auditAll(db, { accountsMax: 100, changesMax: 100_000 })) {
      expect(page.first).toBeNull();
      found.accounts += page.accounts;
      found.transactions += page.transactions;
      found.entries += page.entries;
      found.violations += page.violations;
    }
    expect(found).toEqual({ accounts: 20, transactions: 2_010, entries: 3_010, violations: 0 });
  } finally {
    await ledger.close();
    await close();
  }
});
