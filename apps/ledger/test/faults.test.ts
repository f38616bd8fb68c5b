import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@florin/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { audit } from './audit.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { lockAccount, untilLockWait } from './lock.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

let database: LedgerDatabase;
let ledger: TestLedger;
let others: TestAccount[];

beforeAll(async () => {
  database = await createLedgerDatabase();
  ledger = await startLedger({ on: database });
  others = await Promise.all([1, 2, 3].map(() => ledger.openAccount()));
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
});
afterAll(async () => {
  await ledger.stop();
  await database.drop();
});

describe('an account that another session has locked', () => {
  it('gets 503 at once after the first time, other accounts are served, and it recovers', async () => {
    const stuck = await ledger.openAccount();
    const lock = await lockAccount(database, stuck.id);
    const statusOf = async (account: TestAccount) => {
      const { status, headers } = await account.create({ type: 'credit', amount: 1 });
      if (status === 503) expect(headers.get('retry-after')).toBe('1');
      return status;
    };
    expect(await statusOf(stuck)).toBe(503);

    const seen: { isStuck: boolean; status: number }[] = [];
    const endsAt = performance.now() + 500;
    await Promise.all(
      [stuck, ...others, stuck, ...others, stuck, ...others].map(async (account) => {
        while (performance.now() < endsAt)
          seen.push({ isStuck: account === stuck, status: await statusOf(account) });
      }),
    );
    await lock.release();
    expect(new Set(seen.map(({ isStuck, status }) => `${isStuck} ${status}`))).toEqual(
      new Set(['true 503', 'false 201']),
    );
    expect((await stuck.create({ type: 'credit', amount: 1 })).status).toBe(201);

    // From now on its lock is waited for again, like those of other accounts.
    const short = await lockAccount(database, stuck.id);
    const waiting = stuck.create({ type: 'credit', amount: 1 });
    await untilLockWait(database);
    await short.release();
    expect((await waiting).status).toBe(201);
  });
});

describe('a fully locked table', () => {
  it('costs readers 503 after at most two waits, and the pool recovers', async () => {
    const [account] = others;
    if (!account) throw new Error('there are others');
    const session = new Client({ connectionString: database.adminUrl });
    await session.connect();
    await session.query('begin; lock table ledger.transactions in access exclusive mode');
    // More than the pool's connections: some wait for a connection first, and then for the table.
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => account.call('GET', '/v1/transactions')),
    );
    // The responses arrived while the lock was held.
    await session.end();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await account.call('GET', '/v1/transactions')).status).toBe(200);
  });
});

describe('a full queue', () => {
  it('returns 503 with Retry-After and loses nothing', async () => {
    const narrow = await startLedger({
      on: database,
      writerLimits: {
        ...WRITER_LIMITS,
        batchMax: 1,
        slotsMax: 1,
        concurrentBatchMin: 1,
        queueMax: 6,
      },
    });
    const account = await narrow.openAccount();
    const lock = await lockAccount(database, account.id);
    const first = account.create({ type: 'credit', amount: 1 });
    await untilLockWait(database);
    const replies = Array.from({ length: 10 }, () => account.create({ type: 'credit', amount: 1 }));
    const refused = await Promise.any(replies);
    let settled = 0;
    for (const reply of replies) void reply.then(() => (settled += 1));
    await eventually(async () => expect(settled).toBe(7));
    expect(refused.body).toEqual({
      error: 'unavailable',
      message: 'too many commands are waiting and nothing was done; retry',
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    await lock.release();
    const statuses = (await Promise.all([first, ...replies])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 201, 201, ...Array(7).fill(503)]);
    expect((await account.balance()).available).toBe(4);
    await narrow.stop();
  });
});

describe('a command that the database refuses', () => {
  it('is a 500 without details, and fails alone', async () => {
    const poisoned = await ledger.openAccount();
    await database.superuser.query(
      `alter table balances add constraint secret_name check (account_id <> '${poisoned.id}') not valid`,
    );
    const replies = await Promise.all(
      [poisoned, ...others, ...others].map((account) =>
        account.create({ type: 'credit', amount: 1 }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([500, 201, 201, 201, 201, 201, 201]);
    expect(replies[0]?.body.error).toBe('internal_error');
    expect(JSON.stringify(replies[0]?.body)).not.toContain('secret_name');
    const bugs = ledger.errors().filter(({ msg }) => msg === 'request failed');
    expect(bugs).toMatchObject([{ err: { message: expect.stringContaining('secret_name') } }]);
    await database.superuser.query('alter table balances drop constraint secret_name');
    expect((await poisoned.create({ type: 'credit', amount: 1 })).status).toBe(201);
  });
});

describe('backends that are killed at work', () => {
  it('cost at most a 503; the key finds the single effect, and the service keeps running', async () => {
    const account = await ledger.openAccount();
    let keys = 0;
    const newKey = () => {
      keys += 1;
      return `key-${keys}`;
    };
    const waiting = Array.from({ length: 150 }, newKey);
    const statuses = new Set<number>();
    let isOver = false;

    async function kill(): Promise<void> {
      for (let killed = 0; (killed < 30 || !statuses.has(503)) && !isOver; await pause(25)) {
        const { rowCount } = await database.superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where usename = 'florin_ledger' and datname = current_database()`,
        );
        killed += rowCount ?? 0;
      }
    }

    async function credit(): Promise<void> {
      // A fast machine may finish all of them before a working backend is killed.
      const next = () => waiting.pop() ?? (statuses.has(503) ? undefined : newKey());
      for (let key = next(); key; key = next()) {
        const { status } = await account.create({ type: 'credit', amount: 1 }, key);
        statuses.add(status);
        if (status !== 201) waiting.unshift(key);
      }
    }

    const killing = kill();
    await Promise.all(Array.from({ length: 16 }, credit)).finally(() => {
      isOver = true;
    });
    await killing;
    expect(statuses).toEqual(new Set([201, 503]));
    expect((await account.balance()).available).toBe(keys);
  });
});
