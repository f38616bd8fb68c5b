import { openDatabase } from '@florin/database';
import { type PlanNode, readingsOf, watchPlans } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTurns } from '../src/delivery/turn-queries.ts';
import { START, VISITS_MAX } from '../src/domain/turns.ts';
import type { MailTables } from '../src/schema.ts';
import { createMailWorld, type MailWorld } from './start-mail.ts';

const BACKLOG = 100_000;
const HOURLY_MAX = 5_000;
const FREE = 2;
/** Ordered by ID. */
const busy = '0197aaaa-0000-7000-8000-000000000000';
const quiet = '0197bbbb-0000-7000-8000-000000000000';
const RETRYING = 10 * VISITS_MAX;

let world: MailWorld;
let db: Kysely<MailTables>;
let planOf: (query: () => Promise<unknown>) => Promise<readonly PlanNode[]>;
beforeAll(async () => {
  world = await createMailWorld();
  const { pool } = openDatabase<MailTables>({ url: world.url, poolSizeMax: 1 }, () => {});
  ({ db, planOf } = watchPlans<MailTables>(pool));
  await insert(BACKLOG, `'${busy}'`);
  await insert(1, `'${quiet}'`);
  // Their mail servers were busy: they have email, but none is due.
  await insert(RETRYING, `('0197cccc-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))`, '1 day');
  await world.ask('analyze mail.messages');
});
afterAll(async () => {
  await db.destroy();
  await world.stop();
});

const insert = (count: number, account: string, dueIn = '0') =>
  world.ask(`
    insert into mail.messages (id, cause_id, kind, account_id, values, queue, due_at)
    select uuidv7(), uuidv7(), 'invoice', ${account}::uuid, '{}', 'attachment', now() + interval '${dueIn}'
      from generate_series(1, ${count}) n`);

const walk = (after: string) => [{ queue: 'attachment', free: FREE, after }] as const;

/** Rows of `messages` that a search reads, and how. */
async function read(after: string, hourlyMax = HOURLY_MAX) {
  const plan = await planOf(() => findTurns(db, walk(after), hourlyMax));
  const ofMessages = plan.filter((node) => node['Relation Name'] === 'messages');
  expect(ofMessages.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  return readingsOf(ofMessages);
}

it('finds the accounts with due mail without reading the backlog of any', async () => {
  const turns = await findTurns(db, walk(START), HOURLY_MAX);
  expect(turns.map(({ owner, due }) => [owner, due.length])).toEqual([
    [busy, FREE],
    [quiet, 1],
  ]);
  const { indexes, rows } = await read(START);
  expect([...indexes].toSorted()).toEqual(['messages_queue_due', 'messages_queue_turns']);
  expect(rows).toBeLessThanOrEqual(1 + 2 * (1 + FREE));
});

it('starts after the account of the last turn, and wraps around', async () => {
  const [first] = await findTurns(db, walk(busy), HOURLY_MAX);
  expect(first?.owner).toBe(quiet);
  const fromLast = await findTurns(db, walk('0197ffff-0000-7000-8000-000000000000'), HOURLY_MAX);
  expect(fromLast.map(({ owner }) => owner)).toEqual([busy, quiet]);
});

it('visits a bounded number of accounts without due mail', async () => {
  expect(await findTurns(db, walk(quiet), HOURLY_MAX)).toHaveLength(VISITS_MAX);
  expect((await read(quiet)).rows).toBeLessThanOrEqual(1 + 2 * VISITS_MAX);
});

it('skips an account over its hourly limit, without reading its backlog', async () => {
  await db
    .insertInto('account_hours')
    .values({ account_id: busy, hour: new Date(new Date().setMinutes(0, 0, 0)), sent: 1 })
    .execute();
  const turns = await findTurns(db, walk(START), 1);
  expect(turns.slice(0, 2).map(({ due }) => due.length)).toEqual([0, 1]);
  expect((await read(START, 1)).rows).toBeLessThanOrEqual(1 + FREE + 2 * VISITS_MAX);
});
