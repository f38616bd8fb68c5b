import { AppError, type Reply } from '@florin/contracts';
import { type Generated, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import type { Database } from '../connection/open-database.ts';
import {
  addSentHash,
  createIdempotencyKeys,
  type IdempotencyKey,
} from '../idempotency/run-once.ts';
import { createSteps, makeSaga, renameSteps, type SagaTables, type Step } from './sagas.ts';

interface Tables extends SagaTables {
  effects: { id: Generated<number>; what: string };
}
/** State of the test saga. */
interface State {
  readonly name: string;
  readonly reserved?: boolean;
}
type TestStep = Step<State, Tables>;

let database: Awaited<ReturnType<typeof openServiceDatabase<Tables>>>;
/** Two processes of the service. */
let first: Database<Tables>;
let second: Database<Tables>;

beforeAll(async () => {
  database = await openServiceDatabase<Tables>(async (owner, appRole) => {
    await createIdempotencyKeys(owner, appRole);
    await addSentHash(owner);
    await createSteps(owner, appRole);
    await renameSteps(owner, appRole);
    await sql`create table effects (id int generated always as identity, what text)`.execute(owner);
    await sql`grant select, insert on effects to ${sql.id(appRole)}`.execute(owner);
  });
  first = database.open();
  second = database.open();
});
afterAll(async () => {
  await first.close();
  await second.close();
  await database.drop();
});
beforeEach(() => database.superuser.query('truncate effects, idempotency_keys, saga_runs'));

const key: IdempotencyKey = {
  scope: 'user-1 POST /v1/things',
  key: 'key-1',
  request: { name: 'one' },
  sent: { name: 'one' },
};
const created: Reply = { status: 201, body: { id: 'thing' } };

const reserve: TestStep = async (state) => ({ next: 'save', state: { ...state, reserved: true } });
const save: TestStep = async ({ name }) => ({
  async done(tx) {
    await tx.insertInto('effects').values({ what: name }).execute();
    return created;
  },
});

function thingSaga({ db }: Pick<Database<Tables>, 'db'>, steps: Record<string, TestStep> = {}) {
  return makeSaga<State, Tables>(db, {
    kind: 'thing',
    first: 'reserve',
    steps: { reserve, save, ...steps },
  });
}

async function effects(): Promise<string[]> {
  const rows = await database.db.selectFrom('effects').select('what').orderBy('what').execute();
  return rows.map(({ what }) => what);
}

const runs = () => database.db.selectFrom('saga_runs').selectAll().execute();

/** Expires the leases of unfinished runs, as if their processes had died. */
async function abandonRuns(): Promise<void> {
  await database.superuser.query(
    `update saga_runs set leased_until = clock_timestamp() - interval '1 second'`,
  );
}

/** A step that blocks until the test releases it. */
function gated(step: TestStep) {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const waiting: TestStep = async (state, stepKey) => {
    reached.resolve();
    await goOn.promise;
    return step(state, stepKey);
  };
  return { step: waiting, reached: reached.promise, goOn: goOn.resolve };
}

const trouble = new AppError('unavailable', 'the ledger does not answer');
const fails: TestStep = () => Promise.reject(trouble);
const failsToSave: TestStep = async () => ({ done: () => Promise.reject(trouble) });

describe('a saga', () => {
  it('runs step by step and returns the reply of the last step', async () => {
    const seen: [State, string][] = [];
    const saga = thingSaga(first, {
      save: (state, stepKey) => {
        seen.push([state, stepKey]);
        return save(state, stepKey);
      },
    });
    expect(await saga.begin({ name: 'one' }, undefined)).toEqual(created);
    expect(await effects()).toEqual(['one']);
    const [run] = await runs();
    expect(seen).toEqual([[{ name: 'one', reserved: true }, `${run?.id}:save`]]);
  });

  it('deletes its state when it is done, and is not resumed', async () => {
    const saga = thingSaga(first);
    await saga.begin({ name: 'a personal name' }, key);
    const [run] = await runs();
    expect(run).toMatchObject({ state: '{}' });
    expect(run?.finished_at).toBeInstanceOf(Date);
    await abandonRuns();
    expect(await saga.resume(10)).toBe(0);
  });

  it('reports why a step failed, even if the run cannot be postponed', async () => {
    const saga = thingSaga(first, {
      reserve: async () => {
        await database.superuser.query('alter table saga_runs rename to saga_runs_away');
        throw trouble;
      },
    });
    const failure: unknown = await saga.begin({ name: 'one' }, undefined).catch((error) => error);
    await database.superuser.query('alter table saga_runs_away rename to saga_runs');
    expect(failure).toBe(trouble);
  });

  it('has no open transaction while a step runs', async () => {
    const saga = thingSaga(first, {
      reserve: async (state) => {
        const { rowCount } = await database.superuser.query(
          `select from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`,
        );
        return { next: 'save', state: { ...state, name: `${rowCount} open` } };
      },
    });
    await saga.begin({ name: '' }, key);
    expect(await effects()).toEqual(['0 open']);
  });

  it('replays its reply for the same key', async () => {
    const saga = thingSaga(first);
    await saga.begin({ name: 'one' }, key);
    expect(await thingSaga(second).begin({ name: 'one' }, key)).toEqual({
      ...created,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(await effects()).toEqual(['one']);
  });

  it('refuses another request under the same key', async () => {
    await thingSaga(first).begin({ name: 'one' }, key);
    const other = { ...key, request: { name: 'two' }, sent: { name: 'two' } };
    await expect(thingSaga(first).begin({ name: 'two' }, other)).rejects.toMatchObject({
      status: 422,
    });
    expect(await effects()).toEqual(['one']);
  });

  it('stores a refusal', async () => {
    const refusal: Reply = { status: 409, body: { error: 'email_exists', message: 'taken' } };
    const saga = thingSaga(first, { reserve: async () => ({ done: async () => refusal }) });
    expect(await saga.begin({ name: 'one' }, key)).toEqual(refusal);
    expect(await saga.begin({ name: 'one' }, key)).toEqual({
      ...refusal,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(await effects()).toEqual([]);
  });

  it('frees its key after a reply that is not stored', async () => {
    const reply: Reply = { status: 404, body: { error: 'not_found', message: 'unknown' } };
    const saga = thingSaga(first, { reserve: async () => ({ done: async () => reply }) });
    expect(await saga.begin({ name: 'one' }, key)).toEqual(reply);
    expect(await thingSaga(first).begin({ name: 'one' }, key)).toEqual(created);
  });

  it('runs once, however many concurrent requests start it', async () => {
    const sagas = Array.from({ length: 20 }, (_, n) => thingSaga(n % 2 ? first : second));
    const replies = await Promise.all(sagas.map((saga) => saga.begin({ name: 'one' }, key)));
    expect(replies.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 20 }, () => created),
    );
    expect(await effects()).toEqual(['one']);
    expect(await runs()).toHaveLength(1);
  });
});

describe('a second request with the key of a running saga', () => {
  it('gets the reply once it is available', async () => {
    const gate = gated(save);
    const running = thingSaga(first, { save: gate.step }).begin({ name: 'one' }, key);
    await gate.reached;
    // It returns its connection to the pool once it finds the key taken.
    const foundTaken = nextRelease(second);
    const repeated = thingSaga(second).begin({ name: 'one' }, key);
    await foundTaken;
    gate.goOn();
    expect(await running).toEqual(created);
    expect(await repeated).toEqual({ ...created, headers: { 'Idempotent-Replayed': 'true' } });
    expect(await effects()).toEqual(['one']);
  });

  it('is refused with a retry hint after a second', async () => {
    const gate = gated(save);
    const running = thingSaga(first, { save: gate.step }).begin({ name: 'one' }, key);
    await gate.reached;
    await expect(thingSaga(second).begin({ name: 'one' }, key)).rejects.toMatchObject({
      code: 'conflict',
      headers: { 'Retry-After': '1' },
    });
    gate.goOn();
    await running;
    expect(await effects()).toEqual(['one']);
  });
});

describe('an interrupted saga', () => {
  it('is resumed by another process, from its last step', async () => {
    await expect(
      thingSaga(first, { save: fails }).begin({ name: 'one' }, key),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(await effects()).toEqual([]);
    await abandonRuns();

    const afresh: TestStep = async () => {
      throw new Error('this step was done');
    };
    expect(await thingSaga(second, { reserve: afresh }).resume(10)).toBe(1);
    expect(await effects()).toEqual(['one']);
    expect(await thingSaga(first).begin({ name: 'one' }, key)).toEqual({
      ...created,
      headers: { 'Idempotent-Replayed': 'true' },
    });
  });

  it('repeats its step under the same key', async () => {
    const keys: string[] = [];
    const noting =
      (step: TestStep): TestStep =>
      (state, stepKey) => {
        keys.push(stepKey);
        return step(state, stepKey);
      };
    const begun = thingSaga(first, { save: noting(fails) }).begin({ name: 'one' }, undefined);
    await expect(begun).rejects.toThrow();
    await abandonRuns();
    await thingSaga(second, { save: noting(save) }).resume(10);
    const [key] = keys;
    expect(keys).toEqual([key, key]);
    expect(key).toMatch(/^[0-9a-f-]{36}:save$/);
  });

  it('is left to a live process', async () => {
    const gate = gated(save);
    const running = thingSaga(first, { save: gate.step }).begin({ name: 'one' }, key);
    await gate.reached;
    expect(await thingSaga(second).resume(10)).toBe(0);
    gate.goOn();
    await running;
  });

  it('is left to the sagas of its kind', async () => {
    await expect(
      thingSaga(first, { save: fails }).begin({ name: 'one' }, undefined),
    ).rejects.toThrow();
    await abandonRuns();
    const steps = { reserve, save };
    const other = makeSaga<State, Tables>(second.db, { kind: 'other', first: 'reserve', steps });
    expect(await other.resume(10)).toBe(0);
  });

  it('is resumed once if two processes resume concurrently', async () => {
    const failing = thingSaga(first, { save: fails });
    const names = Array.from({ length: 20 }, (_, n) => `thing ${n}`).sort();
    await Promise.all(
      names.map((name) => expect(failing.begin({ name }, undefined)).rejects.toThrow()),
    );
    await abandonRuns();
    const resumed = await Promise.all(
      [first, second, first, second].map((process) => thingSaga(process).resume(100)),
    );
    expect(resumed.reduce((sum, count) => sum + count)).toBe(20);
    expect(await effects()).toEqual(names);
  });

  it('writes nothing more once another process has taken it over', async () => {
    const gate = gated(save);
    const slow = thingSaga(first, { save: gate.step }).begin({ name: 'one' }, key);
    const answer = expect(slow).rejects.toMatchObject({ code: 'unavailable' });
    await gate.reached;
    await abandonRuns();
    expect(await thingSaga(second).resume(10)).toBe(1);
    gate.goOn();
    await answer;
    expect(await effects()).toEqual(['one']);
  });

  it('is not postponed by a process that has lost it', async () => {
    const gate = gated(fails);
    const slow = thingSaga(first, { save: gate.step }).begin({ name: 'one' }, key);
    const answer = expect(slow).rejects.toThrow();
    await gate.reached;
    await abandonRuns();
    const driving = gated(save);
    const resumed = thingSaga(second, { save: driving.step }).resume(10);
    await driving.reached;
    const leases = () =>
      database.db.selectFrom('saga_runs').select(['version', 'leased_until']).execute();
    const before = await leases();
    gate.goOn();
    await answer;
    expect(await leases()).toEqual(before);
    driving.goOn();
    expect(await resumed).toBe(1);
  });

  it.each([
    ['a step', fails],
    ['the last write', failsToSave],
  ])('backs off longer every time %s fails', async (_name, failing) => {
    const saga = thingSaga(first, { save: failing });
    await expect(saga.begin({ name: 'one' }, undefined)).rejects.toThrow();
    const rests: number[] = [await restSeconds()];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await abandonRuns();
      await expect(saga.resume(10)).rejects.toMatchObject({ code: 'unavailable' });
      rests.push(await restSeconds());
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    await abandonRuns();
    expect(await thingSaga(second).resume(10)).toBe(1);
    expect(await effects()).toEqual(['one']);
  });

  it('is not resumed during its backoff', async () => {
    const failing = thingSaga(first, { save: fails });
    await expect(failing.begin({ name: 'one' }, undefined)).rejects.toThrow();
    expect(await thingSaga(second).resume(10)).toBe(0);
  });
});

function nextRelease({ pool }: Database<Tables>): Promise<void> {
  return new Promise((resolve) => {
    pool.once('release', () => resolve());
  });
}

/** Remaining backoff of the only run, in whole seconds. */
async function restSeconds(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from leased_until - clock_timestamp())::float as seconds
      from saga_runs`.execute(database.db as Kysely<unknown>);
  return Math.round(rows[0]?.seconds ?? 0);
}
