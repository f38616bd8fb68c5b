import { newId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { explain, type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAmountsAt } from '../src/balances/queries.ts';
import type { CommandRequest } from '../src/domain/batch/model.ts';
import { firstIdAt } from '../src/domain/ids.ts';
import { selectPayments } from '../src/payments/queries.ts';
import { findPayments, findTransactions } from '../src/posting/load.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import {
  findDueHolds,
  findTransaction,
  selectTransactions,
  type TransactionFilter,
} from '../src/transactions/queries.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';

const ROWS = 20_000;
/** One in this many rows belongs to the account. */
const SHARE = 200;
/** Rows cover two weeks of this month and the next. */
const APART_MS = 60_000;

let database: LedgerDatabase;
let pool: Pool;
let db: Kysely<LedgerTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;
let account: Uuid;
/** An id in the middle of the rows. */
let middle: Uuid;
let start: number;

beforeAll(async () => {
  database = await createLedgerDatabase();
  ({ pool } = openDatabase({ url: database.url, poolSizeMax: 2 }, () => {}));
  ({ db, planOf } = watchPlans<LedgerTables>(pool));
  start = Date.now();
  account = newId();
  middle = firstIdAt(start + (ROWS / 2) * APART_MS);
  await fill();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** One row in a hundred is a hold that will be due. */
async function fill(): Promise<void> {
  await database.superuser.query(`create function id_of(n bigint) returns uuid language sql as $$
    select (lpad(to_hex(${start} + n * ${APART_MS}), 12, '0') || '7000' || '8' ||
            lpad(to_hex(n), 15, '0'))::uuid $$`);
  await database.superuser.query(
    `insert into transactions (id, account_id, version, type, status, amount, currency, metadata,
                               refunded_amount, due_at, created_at, updated_at, reference)
     select id_of(n), case when n % ${SHARE} = 0 then $1 else gen_random_uuid() end, 1, 'payment',
            case when n % 100 = 1 then 'pending' else 'succeeded' end, 1, 'USD', '{}', 0,
            case when n % 100 = 1 then now() + n * interval '1 minute' end, now(), now(), n::text
       from generate_series(1, ${ROWS}) n`,
    [account],
  );
  await database.superuser.query(
    `insert into entries
     select id_of(n), account_id, n, t.id, 'credit', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
       from generate_series(1, ${ROWS}) n join transactions t on t.id = id_of(n)`,
  );
  await database.superuser.query('analyze transactions, entries');
}

const all: TransactionFilter = {
  accountId: null,
  status: undefined,
  type: undefined,
  reference: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
  before: undefined,
};

/** All reads use this kind of index, and read few more rows than they return. */
function expectToRead(plan: readonly PlanNode[], index: RegExp, rowsMax: number): void {
  const { indexes, rows } = readingsOf(plan);
  expect(indexes.length).toBeGreaterThan(0);
  for (const name of indexes) expect(name).toMatch(index);
  expect(rows).toBeLessThanOrEqual(rowsMax);
}

const BY_ACCOUNT = /_account_id_id_idx$/;
const BY_ID = /_pkey$/;

describe('a page of an account', () => {
  it.each<[string, () => Partial<TransactionFilter>]>([
    ['the first', () => ({})],
    ['after a cursor', () => ({ after: middle })],
    ['before a cursor', () => ({ before: middle })],
    ['of a range of time', () => ({ from: start, to: start + 8_000 * APART_MS })],
    ['after a cursor and of a type', () => ({ after: middle, type: 'payment' as const })],
  ])('%s reads its rows by (account_id, id)', async (_title, filter) => {
    const plan = await planOf(() =>
      selectTransactions(db, { ...all, accountId: account, ...filter() }, 21),
    );
    expectToRead(plan, BY_ACCOUNT, 21);
    for (const { 'Index Cond': condition } of plan)
      if (condition !== undefined) expect(condition).toContain('account_id');
  });
});

describe('a page with a rare filter value', () => {
  it.each<[string, Partial<TransactionFilter>, number]>([
    ['with a reference', { reference: '7400' }, 1],
    ['with a reference that is not there', { reference: 'none' }, 0],
    ['that failed', { status: 'failed' }, 0],
    ['that are refunds', { type: 'refund' }, 0],
  ])('%s reads only matching rows', async (_title, filter, rows) => {
    const plan = await planOf(() =>
      selectTransactions(db, { ...all, accountId: account, ...filter }, 21),
    );
    expect(readingsOf(plan).rows).toBe(rows);
  });

  it('with a reference reads only matching rows over all accounts', async () => {
    const plan = await planOf(() => selectTransactions(db, { ...all, reference: '7401' }, 21));
    expect(readingsOf(plan).rows).toBe(1);
  });
});

describe('a page over all accounts', () => {
  it.each<[string, () => Partial<TransactionFilter>]>([
    ['the first', () => ({})],
    ['after a cursor', () => ({ after: middle })],
    ['before a cursor', () => ({ before: middle })],
  ])('%s reads its rows by id', async (_title, filter) => {
    const plan = await planOf(() => selectTransactions(db, { ...all, ...filter() }, 21));
    expectToRead(plan, BY_ID, 21);
  });
});

it('a transaction is found in its own partition only', async () => {
  const { rows } = await database.superuser.query('select id_of(5) as id');
  const plan = await planOf(() => findTransaction(db, rows[0].id));
  expectToRead(plan, BY_ID, 1);
  expect(plan.filter((node) => node['Relation Name'] !== undefined).length).toBe(1);
});

it('the balance at an instant reads one entry', async () => {
  const at = start + (ROWS / 2) * APART_MS;
  const plan = await planOf(() => findAmountsAt(db, account, at));
  expectToRead(plan, BY_ACCOUNT, 1);
});

it('the payments of a customer are read by their own index', async () => {
  const payee = newId();
  await database.superuser.query(
    `insert into payment_requests (id, account_id, version, status, amount, currency, customer_email,
                                   metadata, token, expires_at, failed_attempts, created_at,
                                   updated_at, customer_id)
     select id_of(n), $1, 1, 'pending', 1, 'USD', 'a@b.c', '{}', 'cus' || n, now(), 0, now(), now(),
            'cus_' || n % 1000
       from generate_series(1, 10000) n`,
    [payee],
  );
  await database.superuser.query('analyze payment_requests');
  const filter = { status: undefined, reference: undefined, customerEmail: undefined };
  const cursor = { after: undefined, before: undefined };
  const plan = await planOf(() =>
    selectPayments(db, { accountId: payee, customerId: 'cus_7', ...filter, ...cursor }, 21),
  );
  expectToRead(plan, /^payment_requests_customer$/, 10);
});

it('due holds are read by their own index, without those that are not due soon', async () => {
  await database.superuser.query(
    `update transactions set due_at = now() - interval '1 second'
      where id in (select id_of(n) from unnest(array[1, 101, 15001]) n)`,
  );
  const plan = await planOf(() => findDueHolds(db, [newId()], 500, 250));
  // Plus, in each month with any, the first due one.
  expectToRead(plan, /_due_at_idx$/, 3 + 2);
});

describe('the closing of an account', () => {
  const PENDING = /_pending$/;

  /** The plan of the statement that finds pending payments. */
  async function planOfBatch(find: (client: ClientBase) => Promise<unknown>) {
    const client = await pool.connect();
    const asked: QueryConfig[] = [];
    const query = (config: QueryConfig) => {
      if (config.text.includes(`'pending'`)) asked.push(config);
      return client.query(config);
    };
    await find(Object.assign(Object.create(client), { query }));
    client.release();
    expect(asked.length).toBe(1);
    return explain(pool, asked[0]?.text ?? '', asked[0]?.values);
  }
  const closing = (accountId: Uuid): CommandRequest => ({
    accountId,
    command: { kind: 'close' },

    cause: { requestId: null, idempotencyKey: null },
  });

  it('reads its pending transactions, and not its history', async () => {
    await database.superuser.query(
      `update transactions set status = 'pending'
        where id in (select id_of(n) from unnest(array[${SHARE}, ${ROWS}]) n)`,
    );
    const plan = await planOfBatch((client) =>
      findTransactions(client, [closing(account)], new Map()),
    );
    expectToRead(plan, PENDING, 2);
  });

  it('has that index on every partition, including those created later', async () => {
    await database.superuser.query('select make_partitions(6, 7)');
    const { rows } = await database.superuser.query(
      `select count(*) filter (where inhparent = 'transactions'::regclass)::int as partitions,
              count(*) filter (where inhparent = 'transactions_pending'::regclass)::int as indexes,
              (select indisvalid from pg_index where indexrelid = 'transactions_pending'::regclass)
         from pg_inherits`,
    );
    expect(rows).toEqual([{ partitions: 7, indexes: 7, indisvalid: true }]);
  });

  it('reads its pending payment requests, and not those that have ended', async () => {
    await database.superuser.query(
      `insert into payment_requests (id, account_id, version, status, amount, currency,
          customer_email, metadata, token, expires_at, failed_attempts, created_at, updated_at)
       select id_of(n), case when n % 100 = 0 then $1 else gen_random_uuid() end, 1,
              case when n % 100 > 0 or n = 800 then 'pending' else 'canceled' end, 1, 'USD', 'a@b.test',
              '{}', n::text, now(), 0, now(), now() from generate_series(1, 2000) n`,
      [account],
    );
    await database.superuser.query('analyze payment_requests');
    const plan = await planOfBatch((client) => findPayments(client, [closing(account)]));
    expectToRead(plan, PENDING, 1);
  });
});
