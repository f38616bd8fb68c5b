import { once } from 'node:events';
import { connect } from 'node:net';
import { AppError } from '@florin/contracts';
import { freePort } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { openDatabase } from '../connection/open-database.ts';
import {
  codeOf,
  isLockTimeout,
  isTransientDbError,
  isUniqueViolation,
  toUnavailable,
} from './postgres-errors.ts';

interface Tables {
  notes: { id: number; text: string };
}
let database: Awaited<ReturnType<typeof openServiceDatabase<Tables>>>;

beforeAll(async () => {
  database = await openServiceDatabase<Tables>(async (db, appRole) => {
    await sql`create table notes (id int primary key, text text not null)`.execute(db);
    await sql`insert into notes values (1, 'one')`.execute(db);
    await sql`grant select, insert, update on notes to ${sql.id(appRole)}`.execute(db);
  });
});
afterAll(() => database.drop());

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  );

describe('transient server errors', () => {
  function expectTrouble(failure: unknown): void {
    expect(failure).toBeInstanceOf(Error);
    expect(isTransientDbError(failure)).toBe(true);
    const answer = toUnavailable(failure);
    expect(answer).toBeInstanceOf(AppError);
    expect(answer).toMatchObject({ code: 'unavailable', status: 503, cause: failure });
  }

  it('include a backend terminated in the middle of a statement', async () => {
    // A separate pool, so that no other test gets the connection while it is terminated.
    const { db, close } = database.open(1);
    const sleeping = failureOf(sql`select pg_sleep(20), 'to be ended'`.execute(db));
    await eventually(async () => {
      const { rowCount } = await database.superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where query like '%to be ended%' and pid <> pg_backend_pid() and state = 'active'`,
      );
      expect(rowCount).toBe(1);
    });
    const failure = await sleeping;
    expect(codeOf(failure)).toBe('57P01');
    expectTrouble(failure);
    await close();
  });

  it('include a refused connection', async () => {
    const port = await freePort();
    const { db, close } = openDatabase<unknown>(
      { url: `postgres://app:app@127.0.0.1:${port}/none`, poolSizeMax: 1 },
      () => {},
    );
    expectTrouble(await failureOf(sql`select`.execute(db)));
    await close();
  });

  it('include a host whose addresses all refuse connections', async () => {
    const socket = connect({
      host: 'postgres.invalid',
      port: await freePort(),
      autoSelectFamily: true,
      lookup: (_host, _options, answer) =>
        answer(null, [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    const [failure]: unknown[] = await once(socket, 'error');
    expect(failure).toBeInstanceOf(AggregateError);
    expectTrouble(failure);
  });

  it('include an unknown host', async () => {
    const url = 'postgres://app:app@postgres.invalid/none';
    const { db, close } = openDatabase<unknown>({ url, poolSizeMax: 1 }, () => {});
    expectTrouble(await failureOf(sql`select`.execute(db)));
    await close();
  });

  it('include a row that stays locked for over a second', async () => {
    await database.superuser.query('begin');
    await database.superuser.query('select from notes where id = 1 for update');
    const failure = await failureOf(
      sql`update notes set text = 'two' where id = 1`.execute(database.db),
    );
    await database.superuser.query('rollback');
    expect(isLockTimeout(failure)).toBe(true);
    expectTrouble(failure);
  });

  it('include a conflict of two transactions', async () => {
    const write = (db: Kysely<Tables>) =>
      sql`update notes set text = text || '!' where id = 1`.execute(db);
    const failure = await failureOf(
      database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await sql`select from notes`.execute(tx);
          await write(database.db);
          await write(tx);
        }),
    );
    expect(codeOf(failure)).toBe('40001');
    expectTrouble(failure);
  });

  it.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])(
    'include a socket that fails with %s during a write',
    (code) => {
      expectTrouble(
        Object.assign(new Error(`write ${code}`), { code, syscall: 'write', errno: -1 }),
      );
    },
  );

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout exceeded when trying to connect',
    'Cannot use a pool after calling end on the pool',
  ])("include the driver's connection error: %s", (message) => {
    expectTrouble(new Error(message));
  });
});

describe('permanent errors', () => {
  const fails: [string, () => Promise<unknown>][] = [
    ['a broken statement', () => sql`selec`.execute(database.db)],
    ['a missing table', () => sql`select from nothing`.execute(database.db)],
    ['a missing right', () => sql`delete from notes`.execute(database.db)],
    ['text that is no number', () => sql`select 'x'::int`.execute(database.db)],
    ['a null where none may be', () => sql`insert into notes values (2)`.execute(database.db)],
  ];

  it.each(fails)('stay unchanged: %s', async (_name, fail) => {
    const failure = await failureOf(fail());
    expect(codeOf(failure)).toMatch(/^[0-9A-Z]{5}$/);
    expect(isTransientDbError(failure)).toBe(false);
    expect(toUnavailable(failure)).toBe(failure);
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'connection')"),
    new Error('the customer is disconnected'),
    new AppError('conflict', 'connect first'),
    'Connection terminated',
    undefined,
  ])('stay unchanged: %s', (failure) => {
    expect(isTransientDbError(failure)).toBe(false);
    expect(toUnavailable(failure)).toBe(failure);
    expect(codeOf(failure)).toBeUndefined();
  });
});

it('include the constraint that a second row violates', async () => {
  const failure = await failureOf(sql`insert into notes values (1, 'again')`.execute(database.db));
  expect(isUniqueViolation(failure, 'notes_pkey')).toBe(true);
  expect(isUniqueViolation(failure, 'another')).toBe(false);
  expect(isTransientDbError(failure)).toBe(false);
});
