import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { LeaseLost } from '../errors/lease-lost.ts';
import {
  acquireLease,
  createLeases,
  type Lease,
  type LeaseTables,
  releaseLease,
} from './leases.ts';
import { underLease } from './under-lease.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<LeaseTables>>>;
let mine: Lease;
let theirs: Lease;

beforeAll(async () => {
  database = await openServiceDatabase<LeaseTables>(createLeases);
});
afterAll(() => database.drop());
beforeEach(() => {
  const name = randomUUID();
  mine = { name, holder: 'mine', durationMs: 60_000 };
  theirs = { name, holder: 'theirs', durationMs: 60_000 };
});

const hold = (lease: Lease) => acquireLease(database.db, lease);
const assertHeld = (lease: Lease) =>
  underLease(database.db, lease, async (tx) => {
    const { rows } = await sql<{ setting: string }>`
      select current_setting('statement_timeout') as setting`.execute(tx);
    return rows[0]?.setting;
  });

/** Simulates a holder that was silent for too long. */
async function expire({ name }: Lease): Promise<void> {
  await database.superuser.query(
    `update leases set expires_at = clock_timestamp() - interval '1 ms' where name = $1`,
    [name],
  );
}

it('has one holder, who renews it', async () => {
  expect(await hold(mine)).toBe(true);
  expect(await hold(theirs)).toBe(false);
  expect(await hold(mine)).toBe(true);
  expect(await hold({ ...theirs, name: randomUUID() })).toBe(true);
});

it('goes to one of many concurrent processes', async () => {
  const { name } = mine;
  const held = await Promise.all(
    Array.from({ length: 20 }, (_, n) => hold({ name, holder: `${n}`, durationMs: 60_000 })),
  );
  expect(held.filter((isHeld) => isHeld)).toHaveLength(1);
});

it('lasts for its duration from the last renewal', async () => {
  await hold({ ...mine, durationMs: 1 });
  await hold(mine);
  const { rows } = await database.superuser.query(
    `select extract(epoch from expires_at - clock_timestamp())::float as seconds
       from leases where name = $1`,
    [mine.name],
  );
  expect(rows[0].seconds).toBeGreaterThan(55);
  expect(rows[0].seconds).toBeLessThanOrEqual(60);
});

it('goes to another process once it has expired, and does not come back', async () => {
  await hold(mine);
  await assertHeld(mine);
  await expire(mine);
  expect(await hold(theirs)).toBe(true);
  expect(await hold(mine)).toBe(false);
  await assertHeld(theirs);
  await expect(assertHeld(mine)).rejects.toBeInstanceOf(LeaseLost);
});

it('gives its work the statement timeout of background work', async () => {
  await hold(mine);
  expect(await assertHeld(mine)).toBe('30s');
});

it('starts without a holder', async () => {
  await expect(assertHeld(mine)).rejects.toBeInstanceOf(LeaseLost);
});

it('is not taken over while a transaction relies on it', async () => {
  await hold(mine);
  await expire(mine);
  let takeover: Promise<boolean> | undefined;
  await underLease(database.db, mine, async () => {
    takeover = hold(theirs);
    await database.waitForLock();
  });
  expect(await takeover).toBe(true);
});

it('can be released by its holder only', async () => {
  await hold(mine);
  await releaseLease(database.db, theirs);
  expect(await hold(theirs)).toBe(false);
  await releaseLease(database.db, mine);
  expect(await hold(theirs)).toBe(true);
});

it('makes its work use indexes, also on an empty table', async () => {
  const { superuser, db } = database;
  await superuser.query('create table months (id uuid primary key)');
  await superuser.query(`grant select on months to public`);
  await superuser.query('vacuum analyze months');
  await hold(mine);
  const explain = sql<
    Record<string, string>
  >`explain select from months where id = ${randomUUID()}`;
  const planOf = ({ rows }: { readonly rows: readonly Record<string, string>[] }) =>
    rows.map((row) => row['QUERY PLAN']).join();
  expect(planOf(await explain.execute(db))).toContain('Seq Scan');
  const plan = await underLease(db, mine, async (tx) => planOf(await explain.execute(tx)));
  expect(plan).toContain('Index');
  expect(planOf(await explain.execute(db))).toContain('Seq Scan');
});
