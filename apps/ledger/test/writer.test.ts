import { AppError, newId, type Uuid } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import { createMetrics, type Metrics } from '@florin/service';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertBalance } from '../src/balances/queries.ts';
import type { CommandRequest } from '../src/domain/batch/model.ts';
import { makeKnownHolds } from '../src/posting/known-holds.ts';
import { makeMeter } from '../src/posting/metrics.ts';
import { makeRandom } from '../src/posting/random.ts';
import { makeRunBatch } from '../src/posting/transaction.ts';
import { createWriter } from '../src/posting/writer.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { WRITER_LIMITS, type WriterLimits } from '../src/writer-limits.ts';
import { audit } from './audit.ts';
import { creation, currency } from './builders.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { type HeldLock, lockAccount, untilLockWait } from './lock.ts';

/** The writer without its service, so that its batches are visible. */
let database: LedgerDatabase;
let connection: Database<LedgerTables>;
let metrics: Metrics;
let batches: number[];
/** Errors of the next batches, before they reach the database. */
let failing: Error[];

beforeAll(async () => {
  database = await createLedgerDatabase();
  connection = openDatabase({ url: database.url, poolSizeMax: 4 }, () => {});
});
beforeEach(() => {
  metrics = createMetrics();
  batches = [];
  failing = [];
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

function startWriter(limits: Partial<WriterLimits> = {}) {
  const meter = makeMeter(metrics);
  const sources = { random: makeRandom(), newEventId: newId };
  const holds = makeKnownHolds(() => performance.now());
  const runBatch = makeRunBatch(connection.pool, sources, holds, meter);
  return createWriter(
    async (requests) => {
      batches.push(requests.length);
      const failure = failing.pop();
      if (failure) throw failure;
      return runBatch(requests);
    },
    { ...WRITER_LIMITS, ...limits },
    meter,
  );
}

/** Number of rejected commands, by reason. */
async function rejected(): Promise<Record<string, number>> {
  const { text } = await metrics.show();
  const values = text.matchAll(/^florin_ledger_rejected_commands_total\{reason="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...values].map(([, reason, value]) => [reason, Number(value)]));
}

async function openAccount(): Promise<Uuid> {
  const id = newId();
  await insertBalance(connection.db, id, currency('USD'));
  return id;
}

function credit(accountId: Uuid, reference: string | null = null): CommandRequest {
  return {
    accountId,
    command: creation({ amount: 10n, reference }),
    idempotencyKey: undefined,
    cause: { requestId: 'test', idempotencyKey: null },
  };
}

const untilBegun = () => eventually(async () => expect(batches).not.toEqual([]));

const inTime = () => performance.now() + 10_000;

async function availableOf(accountId: Uuid): Promise<number> {
  const { rows } = await database.superuser.query(
    'select available::int from balances where account_id = $1',
    [accountId],
  );
  return rows[0].available;
}

async function availableOfEach(accounts: readonly Uuid[]): Promise<number[]> {
  const all: number[] = [];
  for (const account of accounts) all.push(await availableOf(account));
  return all;
}

describe('the writer', () => {
  it('puts concurrent commands into one batch, in order', async () => {
    const account = await openAccount();
    const writer = startWriter({ batchMax: 40 });
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        writer.submit(credit(account, `${index}`), inTime()),
      ),
    );
    expect(batches.toSorted((a, b) => b - a)).toEqual([40, 40, 20]);
    const references = replies.map(({ body }) => (body as { reference: string }).reference);
    expect(references).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
    const { rows } = await database.superuser.query(
      'select reference from transactions where account_id = $1 order by id limit 40',
      [account],
    );
    expect(rows.map(({ reference }) => reference)).toEqual(references.slice(0, 40));
  });

  it('puts callers answered together into one batch again, with those still waiting', async () => {
    const account = await openAccount();
    const gather = { from: 8, ms: 500 };
    const writer = startWriter({ gather });
    const submit = (count: number) =>
      Promise.all(Array.from({ length: count }, () => writer.submit(credit(account), inTime())));
    const answered = submit(gather.from);
    await untilBegun();
    const left = submit(1);
    await answered;
    await Promise.all([submit(gather.from - 1), left]);
    expect(batches).toEqual([gather.from, gather.from]);
    await writer.stop();
  });

  it('starts another batch for a backlog while one is slow', async () => {
    const [held, other] = [await openAccount(), await openAccount()];
    const { writer, lock } = await busyWriter(held, { patienceMs: 60_000, concurrentBatchMin: 3 });
    const answers = [1, 2, 3].map(() => writer.submit(credit(other), inTime()));
    expect(await Promise.all(answers)).toMatchObject([
      { status: 201 },
      { status: 201 },
      { status: 201 },
    ]);
    await untilLockWait(database); // The first one is still waiting.
    expect(batches).toEqual([1, 3]);
    await lock.release();
    await writer.stop();
  });

  it('refuses new commands while the queue is full, and processes the rest', async () => {
    const account = await openAccount();
    const { writer, lock } = await busyWriter(account, { slotsMax: 1, queueMax: 6 });
    const waiting = [1, 2, 3].map(() => writer.submit(credit(account), inTime()));
    await expect(writer.submit(credit(account), inTime())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'too many commands are waiting and nothing was done; retry',
    });
    await lock.release();
    expect(await Promise.all(waiting)).toMatchObject(Array(3).fill({ status: 201 }));
    await expect(writer.submit(credit(account), inTime())).resolves.toMatchObject({ status: 201 });
    await writer.stop();
    expect(await availableOf(account)).toBe(50);
    expect(await rejected()).toEqual({ queue_full: 1, deadline: 0 });
  });

  it('does not let other accounts wait for all commands of one account', async () => {
    const [flooding = '', other = ''] = await Promise.all([1, 2].map(openAccount));
    const writer = startWriter({ batchMax: 8, slotsMax: 1 });
    const answered: string[] = [];
    const flood = Array.from({ length: 80 }, () =>
      writer.submit(credit(flooding), inTime()).then(() => answered.push('flood')),
    );
    const late = writer.submit(credit(other), inTime()).then(() => answered.push('other'));
    await Promise.all([...flood, late]);
    // Its share of the first batch, which has four.
    expect(answered.indexOf('other')).toBeLessThan(8);
    expect(await availableOfEach([flooding, other])).toEqual([800, 10]);
  });

  it('drops commands that waited too long, undecided', async () => {
    const account = await openAccount();
    const { writer, lock } = await busyWriter(account, { slotsMax: 1 });
    const late = writer.submit(credit(account), performance.now() + 20);
    const early = writer.submit(credit(account), inTime());
    late.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 30));
    await lock.release();
    await expect(late).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the request waited too long and nothing was done; retry',
    });
    await expect(early).resolves.toMatchObject({ status: 201 });
    await writer.stop();
    expect(await availableOf(account)).toBe(20);
    expect(await rejected()).toEqual({ queue_full: 0, deadline: 1 });
  });

  it('stops once all waiting commands are done, and accepts no more', async () => {
    const account = await openAccount();
    const writer = startWriter({ batchMax: 1, slotsMax: 1 });
    const waiting = [1, 2, 3].map(() => writer.submit(credit(account), inTime()));
    await writer.stop();
    await expect(writer.submit(credit(account), inTime())).rejects.toBeInstanceOf(AppError);
    expect(await availableOf(account)).toBe(30);
    await Promise.all(waiting);
  });

  it('lets a poison command fail alone', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(openAccount));
    const [, poisoned = ''] = accounts;
    await poison(poisoned);
    const writer = startWriter();
    const outcomes = await Promise.allSettled(
      accounts.map((account) => writer.submit(credit(account), inTime())),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { code: '23514' } });
    // Twice together, then in halves down to the poison command, each half with it twice.
    expect(batches).toEqual([4, 4, 2, 2, 1, 1, 1, 2]);
    expect(await availableOfEach(accounts)).toEqual([10, 0, 10, 10]);
  });

  it('finds a poison command among many with few batches', async () => {
    const accounts = await Promise.all(Array.from({ length: 64 }, openAccount));
    await poison(accounts[40] ?? '');
    const writer = startWriter();
    const outcomes = await Promise.allSettled(
      accounts.map((account) => writer.submit(credit(account), inTime())),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(batches.length).toBe(2 * 7 + 6);
  });

  it('retries a batch once that fails', async () => {
    const account = await openAccount();
    failing.push(new Error('once'));
    const writer = startWriter();
    await Promise.all([1, 2].map(() => writer.submit(credit(account), inTime())));
    expect(await availableOf(account)).toBe(20);
  });

  it('returns 503 for a locked account’s commands, and processes those of others', async () => {
    const accounts = await Promise.all([1, 2, 3].map(openAccount));
    const [, stuck = ''] = accounts;
    const lock = await lockAccount(database, stuck);
    const writer = startWriter();
    const unknown = newId();
    const outcomes = await Promise.allSettled(
      [...accounts, stuck, unknown].map((account) => writer.submit(credit(account), inTime())),
    );
    const busy = {
      reason: {
        code: 'unavailable',
        message: 'this account is busy and nothing was done; retry',
      },
    };
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      busy,
      { status: 'fulfilled' },
      busy,
      { reason: { code: 'not_found' } },
    ]);
    expect(batches).toEqual([5]);
    await lock.release();
    expect(await writer.submit(credit(stuck), inTime())).toMatchObject({ status: 201 });
    expect(await availableOfEach(accounts)).toEqual([10, 10, 10]);
  });
});

/** A writer whose slot waits for this account, with one command that will succeed. */
async function busyWriter(account: Uuid, limits: Partial<WriterLimits>) {
  const lock: HeldLock = await lockAccount(database, account);
  const writer = startWriter(limits);
  writer.submit(credit(account), inTime()).catch(() => {});
  await untilLockWait(database);
  return { writer, lock };
}

/** Makes every change of an account's balance fail in the database. */
async function poison(accountId: Uuid): Promise<void> {
  await database.superuser.query(
    `alter table balances drop constraint if exists poison,
                          add constraint poison check (account_id <> '${accountId}') not valid`,
  );
}
