import { newId } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import { createMetrics } from '@florin/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertBalance } from '../src/balances/queries.ts';
import { makeMeter } from '../src/posting/metrics.ts';
import { openWriter } from '../src/posting/writer.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { creation, currency } from './builders.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

const account = newId();
let database: LedgerDatabase;
let connection: Database<LedgerTables>;
let writer: ReturnType<typeof openWriter>;

beforeAll(async () => {
  database = await createLedgerDatabase();
  connection = openDatabase({ url: database.url, poolSizeMax: 1 }, () => {});
  const place = { index: 0, count: 1 };
  writer = openWriter(
    { url: database.url },
    WRITER_LIMITS,
    makeMeter(createMetrics()),
    () => {},
    place,
  );
  await insertBalance(connection.db, account, currency('USD'));
});
afterAll(async () => {
  await writer.stop();
  await connection.close();
  await database.drop();
});

async function credit() {
  const cause = { requestId: null, idempotencyKey: null };
  const request = { accountId: account, command: creation({ type: 'credit' }), cause };
  const { status } = await writer.submit(request, performance.now() + 5_000);
  return status;
}

/** Number of plans of the first statement, and the search path that led to it. */
async function planOfLock() {
  const { rows } = await writer.pool.query<{ generic: string; custom: string; path: string }>(
    `select generic_plans as generic, custom_plans as custom, current_setting('search_path') as path
       from pg_prepared_statements where name = 'lock-balances'`,
  );
  return rows;
}

it('writes to the tables of a shard if there are no local views, with one plan for good', async () => {
  for (let times = 0; times < 8; times += 1) expect(await credit()).toBe(201);
  expect(await planOfLock()).toMatchObject([{ path: 'ledger_near, ledger' }]);
  const [plan] = await planOfLock();
  expect(Number(plan?.custom)).toBe(5);
  expect(Number(plan?.generic)).toBe(3);
});

it('writes through local views as soon as they exist and while they do', async () => {
  await database.superuser.query(
    `create schema ledger_near;
     create view ledger_near.entries as select * from ledger.entries where false with check option;
     grant usage on schema ledger_near to public;
     grant insert on ledger_near.entries to public`,
  );
  // A view that refuses all rows proves that it was used.
  await expect(credit()).rejects.toThrow('check option');
  await database.superuser.query('revoke usage on schema ledger_near from public');
  expect(await credit()).toBe(201);
});
