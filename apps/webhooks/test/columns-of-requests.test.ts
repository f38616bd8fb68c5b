import { newId, type Uuid } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { createDatabase } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectEvents } from '../src/events/queries.ts';
import { migrations } from '../src/migrations/index.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { query } from './start-webhooks.ts';

// More than one step fills.
const EVENTS = 4_500;
const account = newId();
const key = newId();

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
  const former = Object.entries(migrations).filter(([name]) => name < '0017');
  await prepareThrowawayDatabase(database.adminUrl, 'webhooks', Object.fromEntries(former));
});
afterAll(() => database.drop());

/** Writes like the previous version; every third event has no request. */
const insert = (from: number, to: number) =>
  query(
    database.adminUrl,
    `insert into webhooks.events (id, account_id, sequence, position, type, created_at, data, request)
     select uuidv7(), $1, n, n, 'payment.created', now(), '{"object": {"id": "pay_1"}}',
            json_build_object('id', case when n % 3 > 0 then 'req_' || n end, 'actor',
              case when n % 3 = 1 then json_build_object('operation', 'POST /v1/payments',
                'api_key_id', case when n % 2 = 0 then $2 end) end)
       from generate_series($3::int, $4::int) n`,
    [account, key, from, to],
  );
const columns = () =>
  query<{
    n: number;
    request_id: string | null;
    operation: string | null;
    api_key_id: string | null;
  }>(
    database.adminUrl,
    'select position::int as n, request_id, operation, api_key_id from webhooks.events order by position',
  );
const expected = (n: number) => ({
  n,
  request_id: n % 3 > 0 ? `req_${n}` : null,
  operation: n % 3 === 1 ? 'POST /v1/payments' : null,
  api_key_id: n % 6 === 4 ? key : null,
});

it('are filled for earlier events, and for events that the previous version still logs', async () => {
  await insert(1, EVENTS);
  const url = await prepareThrowawayDatabase(database.adminUrl, 'webhooks', migrations);
  await insert(EVENTS + 1, EVENTS + 6);
  expect(await columns()).toEqual(Array.from({ length: EVENTS + 6 }, (_, n) => expected(n + 1)));
  const { db, close } = openDatabase<WebhooksTables>({ url, poolSizeMax: 1 }, () => {});
  const page = { after: undefined, before: undefined, types: undefined };
  for (const n of [4, EVENTS + 4]) {
    const scope = { accountId: account as Uuid };
    const found = await selectEvents(db, { ...page, scope, requestId: `req_${n}` }, 2);
    expect(found.map(({ position }) => position)).toEqual([BigInt(n)]);
  }
  await close();
  await expect(
    query(database.adminUrl, 'update webhooks.events set request_id = null'),
  ).rejects.toThrow('append-only');
});
