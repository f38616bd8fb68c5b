import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@florin/contracts';
import { prepareThrowawayDatabase } from '@florin/database';
import { createDatabase, eventually } from '@florin/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { query } from './start-webhooks.ts';

const EVENTS = 20_000;
const account = newId();

let database: Awaited<ReturnType<typeof createDatabase>>;
let formerUrl: string;
beforeAll(async () => {
  database = await createDatabase();
  const former = Object.entries(migrations).filter(([name]) => name < '0019');
  formerUrl = await prepareThrowawayDatabase(
    database.adminUrl,
    'webhooks',
    Object.fromEntries(former),
  );
});
afterAll(() => database.drop());

/** Writes like the previous version, which uses named statements. */
const WRITES = {
  head: 'update webhooks.log_head set last_position = last_position + 1 returning last_position',
  event: `insert into webhooks.events (id, account_id, sequence, type, created_at, data, request)
    values (uuidv7(), $1, $2, 'payment.created', now(), '{"object": {"id": "pay_1"}}', '{"id": "req_1"}')`,
  operation: `insert into webhooks.audited_operations
      (id, account_id, sequence, position, operation, status, created_at, request)
    values (uuidv7(), $1, $2, 1, 'POST /v1/payments', 403, now(), '{}')`,
  read: 'select * from webhooks.events where account_id = $1 order by sequence desc limit 1',
};

/** Writes until stopped. */
function startFormerVersion(url: string, from: number) {
  let isEnding = false;
  let written = 0;
  const work = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const run = (name: keyof typeof WRITES, values: unknown[]) =>
      client.query({ name, text: WRITES[name], values });
    while (!isEnding) {
      await run('event', [account, from + written]);
      await run('operation', [account, from + written]);
      const { rows } = await run('read', [account]);
      expect(Number(rows[0].sequence)).toBe(from + written);
      written += 1;
      await pause(1);
    }
    await client.end();
  };
  const working = work();
  // `stop` throws the failure.
  working.catch(() => {});
  return {
    written: () => written,
    async stop() {
      isEnding = true;
      await working;
    },
  };
}

it('keeps existing rows while the previous version continues to read and write', async () => {
  await query(
    database.adminUrl,
    `insert into webhooks.events (id, account_id, sequence, position, type, created_at, data, request)
     select uuidv7(), $1, n, n, 'payment.created', now(), '{}', '{}' from generate_series(1, $2::int) n`,
    [account, EVENTS],
  );
  await query(
    database.adminUrl,
    'update webhooks.log_head set last_position = (select max(position) from webhooks.events)',
  );
  const before = await query(database.adminUrl, 'select * from webhooks.events order by id');
  const former = startFormerVersion(formerUrl, EVENTS + 1);
  const untilWritten = (count: number) =>
    eventually(async () => expect(former.written()).toBeGreaterThanOrEqual(count));
  await untilWritten(25);
  const atStart = former.written();
  await prepareThrowawayDatabase(database.adminUrl, 'webhooks', migrations);
  const atEnd = former.written();
  await untilWritten(atEnd + 25);
  await former.stop();
  const written = former.written();
  // It is locked out for moments, not for as long as the rows take.
  expect(atEnd - atStart).toBeGreaterThan(10);
  const after = await query<{ sequence: string }>(
    database.adminUrl,
    'select * from webhooks.events order by id',
  );
  expect(after.slice(0, EVENTS)).toEqual(before);
  const sequences = after.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: EVENTS + written }, (_, index) => index + 1));
  const [counts] = await query<object>(
    database.adminUrl,
    `select count(*)::int as rows, count(distinct number)::int as numbers,
            count(distinct position)::int as positions from webhooks.audited_operations`,
  );
  expect(counts).toMatchObject({ rows: written, numbers: written });
  const months = await query<{ name: string; starts: string | null }>(
    database.adminUrl,
    "select name, starts from webhooks.months_of('events')",
  );
  expect(months.length).toBeGreaterThanOrEqual(3);
  expect(months.map(({ starts }) => starts === null)).toEqual(months.map((_, n) => n === 0));
});

it('rebuilt no index, and keeps unique constraints in each month', async () => {
  const [unique] = await query(
    database.adminUrl,
    `select every(count = 3) as "isSo" from (
       select count(*) from pg_inherits join pg_index on indrelid = inhrelid
        where inhparent = 'webhooks.events'::regclass and indisunique group by inhrelid) months`,
  );
  expect(unique).toEqual({ isSo: true });
  const [attached] = await query(
    database.adminUrl,
    `select bool_and(indisvalid) as "isValid",
            count(*) filter (where not exists (select from pg_inherits where inhrelid = indexrelid))::int
              as apart
       from pg_index join pg_inherits months on months.inhrelid = indrelid
      where months.inhparent = 'webhooks.events'::regclass`,
  );
  // Those that hold within a month: of the account's sequences, and of positions.
  const [count] = await query<{ months: number }>(
    database.adminUrl,
    "select count(*)::int as months from webhooks.months_of('events')",
  );
  expect(attached).toEqual({ isValid: true, apart: 2 * (count?.months ?? 0) });
});

it.each(['events', 'audited_operations'])(
  'stays append-only, in the months too: %s',
  async (table) => {
    const months = await query<{ name: string }>(
      database.adminUrl,
      `select name from webhooks.months_of('${table}')`,
    );
    for (const name of [table, ...months.map((month) => month.name)])
      for (const change of ['update #  set id = id', 'delete from #', 'truncate #'])
        await expect(
          query(database.adminUrl, change.replace('#', `webhooks.${name}`)),
        ).rejects.toThrow('append-only');
  },
);
