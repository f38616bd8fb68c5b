import { ROUTE_TIMEOUT_MS } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { toUnavailable } from '../errors/postgres-errors.ts';
import { inBackground } from './in-background.ts';
import { openDatabase } from './open-database.ts';

type ServiceDatabase = Awaited<ReturnType<typeof openServiceDatabase<unknown>>>;
let database: ServiceDatabase;

beforeAll(async () => {
  database = await openServiceDatabase(async (db, appRole) => {
    await sql`create table things (id integer primary key)`.execute(db);
    await sql`grant select, insert, update, delete on things to ${sql.id(appRole)}`.execute(db);
  });
});
afterAll(() => database.drop());

it('reads bigints without rounding', async () => {
  const { rows } = await sql`select 9007199254740993::bigint as big, null::bigint as none`.execute(
    database.db,
  );
  expect(rows).toEqual([{ big: 9_007_199_254_740_993n, none: null }]);
});

it.each([
  ['lock_timeout', '1s'],
  ['idle_in_transaction_session_timeout', '1s'],
  ['statement_timeout', `${ROUTE_TIMEOUT_MS - 200}ms`],
])('opens connections with %s = %s', async (setting, value) => {
  const { rows } = await sql`select current_setting(${setting}) as value`.execute(database.db);
  expect(rows).toEqual([{ value }]);
});

it('cuts off a statement before its request times out, and reports it', async () => {
  const failure: unknown = await sql`select pg_sleep(5)`
    .execute(database.db)
    .catch((error: unknown) => error);
  expect(toUnavailable(failure)).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('took too long and was stopped'),
  });
});

it("gives background work more time and restores the connection's timeout", async () => {
  const { db, close } = database.open(1);
  const timeout = sql<{ value: string }>`select current_setting('statement_timeout') as value`;
  const inWork = await inBackground(db, (tx) => timeout.execute(tx));
  expect([inWork.rows, (await timeout.execute(db)).rows]).toEqual([
    [{ value: '30s' }],
    [{ value: '1800ms' }],
  ]);
  await close();
});

it('applies its settings to each connection', async () => {
  const config = { url: database.url, poolSizeMax: 1 };
  const settings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };
  const { pool, close } = openDatabase<unknown>(config, () => {}, { settings });
  for (const [name, value] of Object.entries(settings))
    expect((await pool.query(`show ${name}`)).rows).toEqual([{ [name]: value }]);
  await close();
  // Also if only statements outside Kysely used it.
  expect(pool.ended).toBe(true);
});

it('respects its pool size and stops waiting for a connection in time', async () => {
  const { pool, db, close } = database.open(1);
  const holder = await pool.connect();
  const failure: unknown = await sql`select`.execute(db).catch((error: unknown) => error);
  expect(toUnavailable(failure)).toMatchObject({ code: 'unavailable' });
  holder.release();
  await sql`select`.execute(db);
  await close();
});

it('reports why a transaction failed, even if the connection is lost before the rollback', async () => {
  const { db, close } = database.open(1);
  const failing = db.transaction().execute(async (tx) => {
    await database.superuser.query('select pg_terminate_backend($1)', [await backendOf(tx)]);
    throw new Error('the first failure');
  });
  await expect(failing).rejects.toThrow('the first failure');
  // On another connection.
  await sql`select`.execute(db);
  await close();
});

it('reports transactions that have written, and no others', async () => {
  let reportCount = 0;
  const onCommit = () => {
    reportCount += 1;
  };
  const config = { url: database.url, poolSizeMax: 1 };
  const { db, close } = openDatabase<unknown>(config, () => {}, { onCommit });
  const isReported = async (...statements: readonly string[]) => {
    const before = reportCount;
    await db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
    return reportCount > before;
  };
  expect(await isReported('insert into things values (1)', 'select from things')).toBe(true);
  expect(await isReported('select id from things for update', 'set local lock_timeout = 5')).toBe(
    false,
  );
  expect(await isReported('update things set id = 2 where id = 3')).toBe(false);
  expect(await isReported('delete from things where id = 3')).toBe(false);
  expect(await isReported('insert into things values (1) on conflict do nothing')).toBe(false);
  expect(await isReported('with made as (insert into things values (4)) select')).toBe(true);
  expect(await isReported('update things set id = 5 where id = 4 returning id')).toBe(true);
  const undone = db.transaction().execute(async (tx) => {
    await sql`delete from things`.execute(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await isReported('select from things')).toBe(false);
  await close();
  expect(reportCount).toBe(3);
});

it('reports an idle connection that Postgres closes, and opens another one', async () => {
  const reported = Promise.withResolvers<Error>();
  const config = { url: database.url, poolSizeMax: 1 };
  const { db, close } = openDatabase<unknown>(config, reported.resolve);
  const pid = await backendOf(db);
  await terminate(pid);
  expect(toUnavailable(await reported.promise)).toMatchObject({ code: 'unavailable' });
  expect(await backendOf(db)).not.toBe(pid);
  await close();
});

it('survives when Postgres terminates a transaction between two statements', async () => {
  const { db, close } = database.open(1);
  let ended: number | undefined;
  const failure: unknown = await db
    .transaction()
    .execute(async (tx) => {
      ended = await backendOf(tx);
      await terminate(ended);
      await sql`select`.execute(tx);
    })
    .catch((error: unknown) => error);
  expect(toUnavailable(failure)).toMatchObject({ code: 'unavailable' });
  expect(await backendOf(db)).not.toBe(ended);
  await close();
});

it('frees the locks of a transaction whose process is stopped', async () => {
  const { pool, close } = database.open(1);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(1)');
  // The process sends nothing more, so Postgres terminates it after a second.
  await eventually(async () => {
    const { rows } = await database.superuser.query('select pg_try_advisory_lock(1) as taken');
    expect(rows).toEqual([{ taken: true }]);
  });
  client.release(true);
  await close();
});

async function backendOf(db: ServiceDatabase['db']): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

/** Terminates a backend and waits until it is gone. */
async function terminate(pid: number): Promise<void> {
  await database.superuser.query('select pg_terminate_backend($1)', [pid]);
  await eventually(async () => {
    const { rowCount } = await database.superuser.query(
      'select from pg_stat_activity where pid = $1',
      [pid],
    );
    expect(rowCount).toBe(0);
  });
}
