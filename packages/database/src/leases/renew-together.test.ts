import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { acquireLease, createLeases, type Lease, type LeaseTables } from './leases.ts';
import { renewTogether } from './renew-together.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<LeaseTables>>>;
let mine: readonly Lease[];
let theirs: Lease;

beforeAll(async () => {
  database = await openServiceDatabase<LeaseTables>(createLeases);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.superuser.query('delete from leases');
  const names = ['a', 'b', 'c'].map((letter) => `${letter}-${randomUUID()}`);
  mine = names.map((name) => ({ name, holder: 'mine', durationMs: 60_000 }));
  theirs = { name: randomUUID(), holder: 'theirs', durationMs: 60_000 };
  for (const lease of [...mine, theirs]) await acquireLease(database.db, lease);
});

const renew = (leases: readonly Lease[]) =>
  Promise.all(leases.map((lease) => renewTogether(database.db, lease)));

async function read(): Promise<readonly { name: string; seconds: number; version: string }[]> {
  const { rows } = await database.superuser.query(
    `select name, extract(epoch from expires_at - clock_timestamp())::float as seconds,
            xmin::text as version from leases order by name`,
  );
  return rows;
}

it('renews concurrent requests with one statement', async () => {
  await database.superuser.query(`update leases set expires_at = now() + interval '1 second'`);
  expect(await renew(mine)).toEqual([true, true, true]);
  const own = (await read()).filter(({ name }) => name !== theirs.name);
  expect(new Set(own.map(({ version }) => version)).size).toBe(1);
  for (const { seconds } of own) expect(seconds).toBeGreaterThan(55);
});

it('gives each lease its own duration', async () => {
  const [first, second] = mine as readonly [Lease, Lease];
  await renew([{ ...first, durationMs: 5_000 }, second]);
  const seconds = new Map((await read()).map((row) => [row.name, row.seconds]));
  expect(seconds.get(first.name)).toBeLessThanOrEqual(5);
  expect(seconds.get(second.name)).toBeGreaterThan(55);
});

it('leaves leases of other processes and unknown ones alone', async () => {
  const before = await read();
  const never = { ...theirs, name: randomUUID() };
  expect(await renew([{ ...theirs, holder: 'mine' }, never])).toEqual([false, false]);
  expect(await read()).toEqual(before.map((row) => ({ ...row, seconds: expect.anything() })));
  // Both requested at once, in one process.
  expect(await renew([{ ...theirs, holder: 'mine' }, theirs])).toEqual([false, true]);
});

it('is not blocked by a locked row', async () => {
  const [first, ...others] = mine as readonly [Lease, ...Lease[]];
  await database.db.transaction().execute(async (tx) => {
    await sql`select from leases where name = ${first.name} for update`.execute(tx);
    expect(await renew([first, ...others])).toEqual([false, true, true]);
  });
  expect(await renew([first])).toEqual([true]);
});

it('fails for all callers if the statement fails', async () => {
  const other = database.open(1);
  await other.close();
  const failing = mine.map((lease) => renewTogether(other.db, lease));
  const outcomes = await Promise.allSettled(failing);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
