import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { inBackground, listMonths, openDatabase } from '@florin/database';
import { eventually } from '@florin/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findKnown } from '../src/events/known-queries.ts';
import { findAccountStatus } from '../src/events/queries.ts';
import { dropExpired, dropLogMonth } from '../src/retention/retention.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { addOldMonth } from './old-months.ts';
import { ownerOf, useWebhooks } from './use-webhooks.ts';

const DAY_MS = 86_400_000;
const { webhooks, database, happen, createEndpoint, receive } = useWebhooks();

let db: Kysely<WebhooksTables>;
let close: () => Promise<void>;
beforeAll(() => {
  ({ db, close } = openDatabase<WebhooksTables>({ url: database().url, poolSizeMax: 3 }, () => {}));
});
afterAll(() => close());

let account: Uuid;
let old: readonly Uuid[];
beforeEach(async () => {
  account = newId();
  old = await addOldMonth(database(), account, { events: 3, daysAgo: 400 });
});

const list = (query: string) =>
  webhooks().call('GET', `/v1/events?${query}`, { caller: ownerOf(account) });
const stream = (query: string, headers: Record<string, string> = {}) =>
  webhooks().fetch(`/v1/events/stream?${query}`, { caller: ownerOf(account), headers });
const namesOf = async () => (await listMonths(db, 'events')).map(({ name }) => name);

it('keeps everything by default', async () => {
  const before = await namesOf();
  await dropExpired(db, undefined);
  await dropExpired(db, 500);
  expect(await namesOf()).toEqual(before);
  expect((await list('after_sequence=0')).body.data).toHaveLength(3);
});

it('drops expired months, and says so to clients that continue from them', async () => {
  await happen(account, 2);
  await eventually(async () => expect((await list('after_sequence=0')).body.data).toHaveLength(5));
  await dropExpired(db, 365);
  const sequences = async (query: string) =>
    (await list(query)).body.data.map((event: { sequence: number }) => event.sequence);
  expect(await sequences('after_sequence=0')).toEqual([4, 5]);
  expect(await sequences('limit=10')).toEqual([5, 4]);
  // The client has every expired event.
  expect(await sequences('after_sequence=3')).toEqual([4, 5]);
  expect(await sequences('after_sequence=5')).toEqual([]);
  expect(await list('after_sequence=1')).toMatchObject({
    status: 400,
    body: {
      message: expect.stringContaining('after_sequence: events after this one have expired'),
    },
  });
  const expired = toPublicId('event', old[1] ?? '');
  expect(await list(`starting_after=${expired}`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('this event has expired') },
  });
  expect((await stream('after_sequence=1')).status).toBe(400);
  const resumed = await stream('', { 'Last-Event-ID': expired });
  expect([resumed.status, await resumed.text()]).toEqual([
    400,
    expect.stringContaining('this event has expired'),
  ]);
  expect(await findAccountStatus(db, account)).toBe('open');
});

it('treats only expired events as known when they are published again', async () => {
  await dropExpired(db, 365);
  const never = newId();
  const known = await db.transaction().execute((tx) => findKnown(tx, [...old, never]));
  expect([...known].sort()).toEqual([...old].sort());
});

it('drops nothing that is still to be delivered', async () => {
  const receiver = await receive();
  const endpoint = await createEndpoint(account, { url: receiver.url });
  await database().query(
    `insert into webhooks.deliveries (id, endpoint_id, event_id, event_type, status, next_attempt_at)
     select uuidv7(), id, $1, 'payment.created', 'pending', now() + interval '1 day'
       from webhooks.webhook_endpoints where account_id = $2`,
    [old[2], account],
  );
  const before = await namesOf();
  await dropExpired(db, 365);
  expect(await namesOf()).toEqual(before);
  // A caller that skips the first check still finds it under the lock.
  const [month] = await listMonths(db, 'events');
  await expect(
    inBackground(db, async (tx) => month && dropLogMonth(tx, 'events', month)),
  ).rejects.toThrow('pending deliveries');
  await database().query(
    "update webhooks.deliveries set next_attempt_at = now() where status = 'pending'",
  );
  await database().query('update webhooks.endpoint_queues set due_at = now()');
  await eventually(async () =>
    expect(await endpoint.deliveries('status=delivered')).toHaveLength(1),
  );
  expect(receiver.received).toHaveLength(1);
  await dropExpired(db, 365);
  expect(await namesOf()).not.toEqual(before);
});

it('prevents the service from dropping a recent month or one in between', async () => {
  const months = await namesOf();
  const drop = (name: string | undefined) =>
    database().query("select webhooks.drop_month('events', $1)", [name]);
  await expect(drop(months.at(-1))).rejects.toThrow('is not the oldest month');
  await dropExpired(db, 365);
  const [month] = await listMonths(db, 'events');
  expect((month?.endsAt.getTime() ?? 0) + 45 * DAY_MS).toBeGreaterThan(Date.now());
  await expect(drop(month?.name)).rejects.toThrow('has not ended for 45 days');
});
