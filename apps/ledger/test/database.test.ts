import { migrate, openDatabase, provisionService } from '@florin/database';
import { createDatabase } from '@florin/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '../src/domain/ids.ts';
import { migrations } from '../src/migrations/index.ts';
import { maintainPartitions } from '../src/partitions/partitions.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { audit } from './audit.ts';
import { createLedgerDatabase } from './ledger-database.ts';
import { untilLockWait } from './lock.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

const DAY_MS = 86_400_000;
const FORBIDDEN = '42501';
const RAISED = 'P0001';

let ledger: TestLedger;
let account: TestAccount;
/** The roles of the service and of its migrations. */
let app: Client;
let owner: Client;

beforeAll(async () => {
  ledger = await startLedger();
  account = await ledger.openAccount({ credit: 1000 });
  await account.create({ type: 'payment', amount: 100 }, 'key');
  app = await connect(ledger.database.url);
  owner = await connect(ledger.database.ownerUrl);
});
afterAll(async () => {
  expect(await audit(ledger.superuser)).toEqual([]);
  expect(ledger.errors()).toEqual([]);
  await Promise.all([app.end(), owner.end()]);
  await ledger.stop();
});

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, lock_timeout: 1_000 });
  await client.connect();
  return client;
}

async function partitionsOf(parent: string): Promise<string[]> {
  const { rows } = await ledger.superuser.query(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [parent],
  );
  return rows.map(({ name }) => name).sort();
}

/** Names of the partitions for an instant. */
function suffixes(instant: number): { month: string; day: string } {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-');
  return { month: `${year}_${month}`, day: `${year}_${month}_${day}` };
}

describe('the service’s role', () => {
  it.each([
    'update entries set kind = kind',
    'update entries set available = 0 where false',
    'delete from entries',
    'truncate entries',
    'update transactions set amount = 1',
    'update transactions set currency = currency',
    'update transactions set type = type',
    'update transactions set account_id = account_id',
    'update transactions set created_at = now()',
    'delete from transactions',
    'truncate transactions',
    'delete from balances',
    'truncate balances',
    'update replies set body = body',
    'delete from replies',
    'update outgoing_events set type = type',
    'alter table entries disable trigger all',
    'drop trigger entries_append_only on entries',
    'create table mine ()',
    'set role florin_ledger_owner',
  ])('may not %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: FORBIDDEN });
  });

  it('has no more rights through a partition', async () => {
    for (const parent of ['entries', 'transactions', 'replies']) {
      const [partition] = await partitionsOf(parent);
      for (const statement of [
        `select from ${partition}`,
        `delete from ${partition}`,
        `truncate ${partition}`,
      ])
        await expect(app.query(statement)).rejects.toMatchObject({ code: FORBIDDEN });
    }
  });
});

describe('the journal', () => {
  it.each(['update entries set kind = kind', 'delete from entries', 'truncate entries'])(
    'does not even let its owner %s',
    async (statement) => {
      await expect(owner.query(statement)).rejects.toMatchObject({
        code: RAISED,
        message: 'the journal is append-only: correct it by another entry',
      });
    },
  );

  it('nor through any of its partitions', async () => {
    const { month } = suffixes(Date.now());
    for (const statement of [
      `update entries_${month} set kind = kind`,
      `delete from entries_${month}`,
      ...(await partitionsOf('entries')).map((partition) => `truncate ${partition}`),
    ])
      await expect(owner.query(statement)).rejects.toMatchObject({ code: RAISED });
  });
});

describe('partitions', () => {
  it('exist for this month and three more, for today and seven days more', async () => {
    const now = Date.now();
    const start = new Date(now);
    const months = [0, 1, 2, 3].map((ahead) =>
      suffixes(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead)),
    );
    const days = Array.from({ length: 8 }, (_, ahead) => suffixes(now + ahead * DAY_MS));
    for (const parent of ['entries', 'transactions'])
      expect(await partitionsOf(parent)).toEqual(months.map(({ month }) => `${parent}_${month}`));
    expect(await partitionsOf('replies')).toEqual(days.map(({ day }) => `replies_${day}`));
  });

  it('cover the ids of any created month, and all earlier ones', async () => {
    const now = new Date();
    const monthStart = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead);
    const { superuser } = ledger;
    await superuser.query('begin');
    const placeOf = async (id: string) => {
      const { rows } = await superuser.query(
        `insert into entries select $1, account_id, 1000, $1, 'credit', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
           from balances limit 1 returning tableoid::regclass::text as place`,
        [id],
      );
      return rows[0].place;
    };
    const first = suffixes(monthStart(0)).month;
    expect(await placeOf(firstIdAt(0))).toBe(`entries_${first}`);
    for (const ahead of [0, 1, 2, 3]) {
      const { month } = suffixes(monthStart(ahead));
      expect(await placeOf(firstIdAt(monthStart(ahead)))).toBe(`entries_${month}`);
      expect(await placeOf(firstIdAt(monthStart(ahead + 1) - 1))).toBe(`entries_${month}`);
    }
    await expect(placeOf(firstIdAt(monthStart(4)))).rejects.toThrow('no partition');
    await superuser.query('rollback');
  });

  it('begin at the first id of their instant', async () => {
    for (const instant of [0, 1, 1_700_000_000_123, Date.UTC(2026, 1, 1), Date.UTC(9999, 11, 31)]) {
      const { rows } = await ledger.superuser.query(
        'select first_id_at(to_timestamp($1::double precision / 1000)) as id',
        [instant],
      );
      expect(rows[0].id).toBe(`'${firstIdAt(instant)}'`);
    }
  });

  it('can be created again, and by two processes at once', async () => {
    const other = await connect(ledger.database.url);
    const before = await partitionsOf('entries');
    await app.query('select make_partitions(3, 7)');
    expect(await partitionsOf('entries')).toEqual(before);
    const make = (client: Client) => client.query('select make_partitions(5, 9)');
    await Promise.all([make(app), make(other)]);
    expect((await partitionsOf('entries')).length).toBe(6);
    expect((await partitionsOf('replies')).length).toBe(10);
    await other.end();
  });

  it('are created during writes, which continue', async () => {
    // A batch that has written but not committed does not block the creation …
    await app.query('begin');
    await app.query(
      `insert into replies (day, account_id, route, key, request_hash, status, body)
       select current_date, account_id, '', 'x', '', 200, '{}' from balances limit 1`,
    );
    await app.query('update transactions set version = version');
    const other = await connect(ledger.database.url);
    await other.query('select make_partitions(7, 11)');
    await app.query('rollback');
    // … and an uncommitted creation does not block a batch.
    await other.query('begin');
    await other.query('select make_partitions(8, 12)');
    expect((await account.create({ type: 'credit', amount: 1 }, 'meanwhile')).status).toBe(201);
    await other.query('commit');
    expect((await partitionsOf('transactions')).length).toBe(9);
    await other.end();
  });

  it('are dropped only for keys older than a week', async () => {
    const now = Date.now();
    const old = [7, 8, 9, 10].map((days) => suffixes(now - days * DAY_MS).day);
    for (const [index, day] of old.entries())
      await owner.query(
        `create table replies_${day} partition of replies
           for values from (current_date - ${7 + index}) to (current_date - ${6 + index})`,
      );
    const { db, close } = openDatabase<LedgerTables>(
      { url: ledger.database.url, poolSizeMax: 1 },
      () => {},
    );
    const others = [await partitionsOf('entries'), await partitionsOf('transactions')];
    await maintainPartitions(db);
    const left = await partitionsOf('replies');
    expect(old.map((day) => left.includes(`replies_${day}`))).toEqual([true, true, false, false]);
    expect(left.length).toBe(13 + 2);
    expect([await partitionsOf('entries'), await partitionsOf('transactions')]).toEqual(others);
    expect((await account.create({ type: 'payment', amount: 100 }, 'key')).status).toBe(201);
    await close();
  });

  it('that end within a week cause an error', async () => {
    const { db, close } = openDatabase<LedgerTables>(
      { url: ledger.database.url, poolSizeMax: 1 },
      () => {},
    );
    await owner.query('alter function make_partitions rename to make_none');
    for (const day of await partitionsOf('replies'))
      if (day > `replies_${suffixes(Date.now() + 2 * DAY_MS).day}`)
        await owner.query(`drop table ${day}`);
    // The last of three days ends at midnight: 3.0 just after one, 2.0 just before.
    await expect(maintainPartitions(db)).rejects.toThrow(
      /^writes fail after the last partition; remaining: replies for (2\.\d|3\.0) days$/,
    );
    await owner.query('alter function make_none rename to make_partitions');
    await maintainPartitions(db);
    await close();
  });

  it('that cannot be dropped now block no request', async () => {
    const day = suffixes(Date.now() - 20 * DAY_MS).day;
    await owner.query(
      `create table replies_${day} partition of replies
         for values from (current_date - 20) to (current_date - 19)`,
    );
    await app.query('begin');
    await app.query('select from replies');
    const other = await connect(ledger.database.url);
    await expect(other.query('select drop_old_replies(8)')).rejects.toMatchObject({
      code: '55P03',
    });
    await app.query('rollback');
    await other.query('select drop_old_replies(8)');
    expect(await partitionsOf('replies')).not.toContain(`replies_${day}`);
    await other.end();
  });

  it('are created for today before the ledger takes its first request', async () => {
    const database = await createLedgerDatabase();
    // Simulates a shutdown of more than a week, while another process is about to create them.
    const { rows } = await database.superuser.query(
      `select inhrelid::regclass as name from pg_inherits where inhparent = 'replies'::regclass`,
    );
    for (const { name } of rows) await database.superuser.query(`drop table ${name}`);
    await database.superuser.query(`select pg_advisory_lock(hashtext('ledger partitions'))`);
    let isReady = false;
    const starting = startLedger({ on: database }).finally(() => {
      isReady = true;
    });
    await untilLockWait(database);
    expect(isReady).toBe(false);
    await database.superuser.query(`select pg_advisory_unlock(hashtext('ledger partitions'))`);
    const late = await starting;
    const { create } = await late.openAccount();
    expect((await create({ type: 'credit', amount: 1 }, 'key')).status).toBe(201);
    await late.stop();
    await database.drop();
  });
});

describe('migrations', () => {
  it('create all tables in an empty database, once', async () => {
    const { adminUrl, drop } = await createDatabase();
    await provisionService(adminUrl, 'ledger', { owner: 'owner', app: 'app' });
    const url = Object.assign(new URL(adminUrl), {
      username: 'florin_ledger_owner',
      password: 'owner',
    }).href;
    expect(await migrate(url, 'ledger', migrations)).toEqual(Object.keys(migrations));
    expect(await migrate(url, 'ledger', migrations)).toEqual([]);
    await drop();
  });
});
