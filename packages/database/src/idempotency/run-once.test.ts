import { hash } from 'node:crypto';
import { AppError, type Reply, refuse } from '@florin/contracts';
import fc from 'fast-check';
import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import {
  addSentHash,
  createIdempotencyKeys,
  deleteOldKeys,
  hashRequest,
  type IdempotencyKey,
  type IdempotencyTables,
  runOnce,
} from './run-once.ts';

interface Tables extends IdempotencyTables {
  effects: { id: Generated<number>; what: string };
}
let database: Awaited<ReturnType<typeof openServiceDatabase<Tables>>>;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await openServiceDatabase<Tables>(async (owner, appRole) => {
    await createIdempotencyKeys(owner, appRole);
    await addSentHash(owner);
    await sql`create table effects (id int generated always as identity, what text)`.execute(owner);
    await sql`grant select, insert on effects to ${sql.id(appRole)}`.execute(owner);
  });
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(() => database.superuser.query('truncate effects, idempotency_keys'));

const key: IdempotencyKey = {
  scope: 'user-1 POST /v1/things',
  key: 'key-1',
  request: { amount: 1 },
  sent: { amount: 1 },
};
const created: Reply = { status: 201, headers: { Location: '/v1/things/1' }, body: { id: 1 } };

async function write(tx: Transaction<Tables>): Promise<void> {
  await tx.insertInto('effects').values({ what: 'done' }).execute();
}

async function create(tx: Transaction<Tables>): Promise<Reply> {
  await write(tx);
  return created;
}

async function countEffects(): Promise<number> {
  return (await db.selectFrom('effects').select('id').execute()).length;
}

describe('a repetition', () => {
  it('gets the first status and body, marked as replayed, and has no effect', async () => {
    expect(await runOnce(db, key, create)).toEqual(created);
    expect(await runOnce(db, key, create)).toEqual({
      status: 201,
      headers: { 'Idempotent-Replayed': 'true' },
      body: { id: 1 },
    });
    expect(await countEffects()).toBe(1);
  });

  it.each([
    { ...key, scope: 'user-2 POST /v1/things' },
    { ...key, scope: 'user-1 POST /v1/others' },
    { ...key, key: 'key-2' },
    undefined,
  ])('needs the same scope and key: %j', async (other) => {
    await runOnce(db, key, create);
    expect(await runOnce(db, other, create)).toEqual(created);
    expect(await countEffects()).toBe(2);
  });

  it('with other content is refused and keeps the first reply', async () => {
    await runOnce(db, key, create);
    const other = { ...key, request: { amount: 2 }, sent: { amount: 2 } };
    await expect(runOnce(db, other, create)).rejects.toMatchObject({
      code: 'invalid_request',
      status: 422,
    });
    expect(await countEffects()).toBe(1);
    expect(await runOnce(db, key, create)).toMatchObject({ body: { id: 1 } });
  });

  it('matches by the sent request if another version parses it differently', async () => {
    await runOnce(db, key, create);
    const read = { ...key, request: { amount: 1, capture: 'automatic' } };
    expect(await runOnce(db, read, create)).toMatchObject({ body: { id: 1 } });
    expect(await countEffects()).toBe(1);
  });

  it('matches by the parsed request if the sent one was not stored', async () => {
    await runOnce(db, key, create);
    await database.superuser.query('update idempotency_keys set sent_hash = null');
    expect(await runOnce(db, key, create)).toMatchObject({ body: { id: 1 } });
    const other = { ...key, request: { amount: 2 }, sent: { amount: 2 } };
    await expect(runOnce(db, other, create)).rejects.toMatchObject({ status: 422 });
  });

  it('ignores the order of object members', async () => {
    await runOnce(db, { ...key, request: { a: 1n, b: [{ c: 2, d: null }] } }, create);
    const again = { ...key, request: { b: [{ d: null, c: 2 }], a: 1n }, sent: 'otherwise' };
    expect(await runOnce(db, again, create)).toMatchObject({
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it('has one effect and one response, even twenty times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => runOnce(db, key, create)));
    expect(await countEffects()).toBe(1);
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([201, { id: 1 }])]),
    );
    expect(replies.filter(({ headers }) => headers?.['Idempotent-Replayed'])).toHaveLength(19);
  });

  it('waits for the first request', async () => {
    const claimed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const first = runOnce(db, key, async (tx) => {
      claimed.resolve();
      await goOn.promise;
      return create(tx);
    });
    await claimed.promise;
    const second = runOnce(db, key, create);
    await database.waitForLock();
    goOn.resolve();
    expect(await first).toEqual(created);
    expect(await second).toMatchObject({ status: 201, headers: { 'Idempotent-Replayed': 'true' } });
    expect(await countEffects()).toBe(1);
  });

  it('is refused with a retry hint if the first request runs for more than a second', async () => {
    const claimed = Promise.withResolvers<void>();
    const first = runOnce(db, key, async (tx) => {
      await write(tx);
      claimed.resolve();
      await sql`select pg_sleep(1.5)`.execute(tx);
      return created;
    });
    await claimed.promise;
    await expect(runOnce(db, key, create)).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
      headers: { 'Retry-After': '1' },
    });
    expect(await first).toEqual(created);
    expect(await countEffects()).toBe(1);
  });

  it('runs the work if the first request failed meanwhile', async () => {
    const claimed = Promise.withResolvers<void>();
    const fail = Promise.withResolvers<void>();
    const first = runOnce(db, key, async (tx) => {
      await write(tx);
      claimed.resolve();
      await fail.promise;
      throw new AppError('unavailable', 'broken off');
    });
    await claimed.promise;
    const second = runOnce(db, key, create);
    await database.waitForLock();
    fail.resolve();
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    expect(await second).toEqual(created);
    expect(await countEffects()).toBe(1);
  });

  it('runs the work if the first reply is deleted at that very moment', async () => {
    await runOnce(db, key, create);
    // Holds a repetition between reading the key and reading the reply.
    await database.superuser.query(`
      create function hold() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
      create trigger hold after insert on idempotency_keys execute function hold();
      select pg_advisory_lock(1)`);
    const repetition = runOnce(db, key, create);
    await database.waitForLock();
    await database.superuser.query('delete from idempotency_keys');
    await database.superuser.query('select pg_advisory_unlock(1)');
    expect(await repetition).toEqual(created);
    expect(await countEffects()).toBe(2);
    await database.superuser.query('drop function hold cascade');
  });
});

describe('a stored reply', () => {
  it.each([
    refuse('insufficient_funds', 'balance is 0, this needs 1'),
    refuse('conflict', 'already done'),
  ])('may be a refusal with its reason: $status', async (refusal) => {
    expect(await runOnce(db, key, async () => refusal)).toEqual(refusal);
    expect(await runOnce(db, key, create)).toEqual({
      ...refusal,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(await countEffects()).toBe(0);
  });

  it.each([
    new AppError('not_found', 'unknown'),
    new AppError('unavailable', 'later'),
    new TypeError('a bug'),
  ])('is not written if the work throws %s', async (failure) => {
    const failing = runOnce(db, key, async (tx) => {
      await write(tx);
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await countEffects()).toBe(0);
    expect(await runOnce(db, { ...key, request: { amount: 2 } }, create)).toEqual(created);
  });

  it.each([400, 404, 429, 500])('cannot have status %i, which must be thrown', async (status) => {
    const reply = { status, body: {} };
    const replying = runOnce(db, key, async (tx) => {
      await write(tx);
      return reply;
    });
    await expect(replying).rejects.toThrow(`${status} must be thrown`);
    expect(await countEffects()).toBe(0);
  });

  it('is deleted after seven days, unless the work is unfinished', async () => {
    for (const name of ['young', 'old', 'old and unfinished'])
      await runOnce(db, { ...key, key: name }, create);
    await database.superuser.query(`
      update idempotency_keys set created_at = now() - interval '7 days 1 minute'
       where key like 'old%'`);
    await database.superuser.query(`
      update idempotency_keys set created_at = now() - interval '6 days 23 hours'
       where key = 'young'`);
    await database.superuser.query(`
      update idempotency_keys set status = null, body = null where key = 'old and unfinished'`);
    expect(await deleteOldKeys(db, 100)).toBe(1n);
    const kept = await db.selectFrom('idempotency_keys').select('key').orderBy('key').execute();
    expect(kept.map(({ key }) => key)).toEqual(['old and unfinished', 'young']);
  });

  it('is deleted a bounded number of rows at a time', async () => {
    for (const name of ['a', 'b', 'c']) await runOnce(db, { ...key, key: name }, create);
    await database.superuser.query(
      `update idempotency_keys set created_at = now() - interval '8 days'`,
    );
    expect(await deleteOldKeys(db, 2)).toBe(2n);
    expect(await deleteOldKeys(db, 2)).toBe(1n);
  });
});

describe('the hash of a request', () => {
  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [{ a: 1 }, { a: 1, b: null }],
    [undefined, {}],
  ])('differs between %j and %j', (a, b) => {
    expect(hashRequest(a)).not.toBe(hashRequest(b));
  });

  it('never changes, so that stored keys match after a deployment', () => {
    expect(hashRequest({ b: [1n, 'x'], a: { d: null, c: true } })).toBe(
      'KcoQteITH0FIkT6R3_xl3NrIj0tFSp1l9jy1wA7nkAI',
    );
  });

  it('equals that of JSON.stringify with sorted members', () => {
    const sorted = (_name: string, value: unknown) =>
      value === null || typeof value !== 'object' || Array.isArray(value)
        ? value
        : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    const key = fc.oneof(fc.string(), fc.nat().map(String), fc.constant('toString'));
    const value = fc.anything({ key, withNullPrototype: true });
    fc.assert(
      fc.property(value, (content) => {
        const written = JSON.stringify(content, sorted) ?? '';
        expect(hashRequest(content)).toBe(hash('sha256', written, 'base64url'));
      }),
    );
  });
});
