import { setTimeout as pause } from 'node:timers/promises';
import { type DomainEvent, newId } from '@florin/contracts';
import { addToOutbox, type Database } from '@florin/database';
import { eventually, startTicks } from '@florin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type EventTables, nextRounds, openEventStores } from '../../test/event-stores.ts';
import { eventOf, makeStream, type NatsServer, startNats } from '../../test/nats-server.ts';
import { connectEvents, type EventConnection } from '../connection/connection.ts';
import { startRelay } from './relay.ts';

let nats: NatsServer;
let stores: Awaited<ReturnType<typeof openEventStores>>;
let connection: EventConnection;
let errors: unknown[];
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  [nats, stores] = await Promise.all([startNats(), openEventStores()]);
  connection = connectEvents({ url: nats.url }, 'test', () => {});
});
afterAll(async () => {
  await connection.close();
  await Promise.all([nats.stop(), stores.drop()]);
});
beforeEach(() => {
  errors = [];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((relay) => relay.stop()));
  await stores.empty();
  await nats.deleteStreams();
});

/** A relay in its own process. */
function start({ db }: Pick<Database<EventTables>, 'db'> = stores.open()) {
  const relay = startRelay(db, 'billing', connection, (error) => errors.push(error));
  running.push(relay);
  return relay;
}

const add = (...events: DomainEvent[]) =>
  stores.db.transaction().execute((tx) => addToOutbox(tx, events));

async function allPublished(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await stores.superuser.query(
      'select from outbox where published_at is null',
    );
    expect(rowCount).toBe(0);
  });
}

const published = () => nats.read('billing');
const messages = () => nats.readMessages('billing');

function eventsOf(aggregates: number, each: number): DomainEvent[] {
  const ids = Array.from({ length: aggregates }, newId);
  return Array.from({ length: each }, (_, n) => ids.map((id) => eventOf(id, n + 1))).flat();
}

it('publishes everything in order, with several events per message', async () => {
  const events = eventsOf(40, 30);
  await add(...events.slice(0, 700));
  start();
  await add(...events.slice(700));
  await allPublished();
  expect(await published()).toEqual(events);
  const sent = await messages();
  expect(new Set(sent.map(({ subject }) => subject))).toEqual(
    new Set(['florin.billing.thing.gathered']),
  );
  expect(sent.length).toBeLessThan(10);
  expect(Math.max(...sent.map(({ events }) => events.length))).toBe(256);
  expect(errors).toEqual([]);
});

it('publishes a lone event in the format of older versions', async () => {
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const [first, second, third] = [eventOf(newId(), 1), eventOf(newId(), 1), eventOf(newId(), 1)];
  const alone = { ...eventOf(newId(), 1), type: 'other.changed' };
  await add(alone, first, second, third);
  await stores.superuser.query(
    'update outgoing_events set trace_parent = $1 where event_id = any($2)',
    [parent, [alone.id, second.id]],
  );
  start();
  await allPublished();
  const [single, gathered, ...more] = await messages();
  expect(single).toMatchObject({ subject: 'florin.billing.other.changed', events: [alone] });
  expect(single?.headers.get('traceparent')).toBe(parent);
  expect(single?.headers.get('Nats-Msg-Id')).toBe(alone.id);
  expect(gathered).toMatchObject({
    subject: 'florin.billing.thing.gathered',
    events: [first, second, third],
  });
  expect(gathered?.headers.get('traceparents')).toBe(`,${parent},`);
  expect(gathered?.headers.get('Nats-Msg-Id')).toBe(`${first.id}.${third.id}.3`);
  expect(more).toEqual([]);
});

it('is woken by a new event', async () => {
  const relay = start();
  await add(eventOf(newId(), 1));
  relay.wake();
  await allPublished();
  expect(await published()).toHaveLength(1);
});

it('soon publishes events that a process without the lease has committed', async () => {
  const holder = start();
  await eventually(async () => expect(holder.leaseHolder.heldMs()).toBeDefined());
  const other = start();
  const rounds = vi.spyOn(connection, 'noteRecovery');
  // Until the pauses are long.
  await eventually(async () => {
    const before = rounds.mock.calls.length;
    await pause(1_000);
    expect(rounds.mock.calls.length).toBeLessThan(before + 2);
  });
  await add(eventOf(newId(), 1));
  const clock = startTicks();
  onTestFinished(clock.stop);
  other.noteCommit();
  await allPublished();
  expect(clock.ms()).toBeLessThan(1_000);
});

it('does not republish events that an earlier relay published but could not mark', async () => {
  const events = eventsOf(10, 3);
  await add(...events);
  const first = start();
  await allPublished();
  await first.stop();
  await stores.superuser.query('update outbox_cursor set position = 0');
  start();
  await allPublished();
  expect(await published()).toEqual(events);
});

it('lets no event overtake one that JetStream refuses', async () => {
  await makeStream(nats.streams, 'billing', { max_msg_size: 10_000 });
  const aggregateId = newId();
  const large = eventOf(aggregateId, 2, 'x'.repeat(20_000));
  const events = [eventOf(aggregateId, 1), large, ...eventsOf(5, 2), eventOf(aggregateId, 3)];
  await add(...events);
  start();
  await eventually(async () => expect(errors).not.toEqual([]));
  // Events before it are not delayed.
  await eventually(async () => expect(await published()).toEqual(events.slice(0, 1)));
  const { config } = await nats.streams.streams.info('florin_billing');
  await nats.streams.streams.update('florin_billing', { ...config, max_msg_size: -1 });
  await allPublished();
  expect(await published()).toEqual(events);
});

it('recreates a deleted stream and loses no later event', async () => {
  const before = eventsOf(2, 2);
  const after = eventsOf(2, 2);
  await add(...before);
  start();
  await allPublished();
  await nats.streams.streams.delete('florin_billing');
  await add(...after);
  await allPublished();
  expect(await published()).toEqual(after);
  const { config } = await nats.streams.streams.info('florin_billing');
  expect(config.max_bytes).toBeGreaterThan(0);
  expect(config.max_age).toBe(7 * 86_400_000 * 1_000_000);
});

it('leaves the work to the holder of the lease', async () => {
  await stores.superuser.query(
    `insert into leases values ('relay', 'another process', now() + interval '1 hour')`,
  );
  const process = stores.open();
  await add(eventOf(newId(), 1));
  start(process);
  await nextRounds(process);
  await expect(published()).resolves.toEqual([]);

  await stores.expireLeases();
  await allPublished();
  expect(await published()).toHaveLength(1);
});

it('takes over when the previous relay stops', async () => {
  const [first, second] = [start(), start()];
  const events = eventsOf(3, 4);
  await add(...events.slice(0, 6));
  await allPublished();
  const before = await holder();
  await first.stop();
  await add(...events.slice(6));
  await allPublished();
  expect(await published()).toEqual(events);
  await second.stop();
  expect(before).toBeDefined();
  expect(await holder()).toBeUndefined();
});

it('publishes each event once, with any number of relays', async () => {
  const events = eventsOf(20, 30);
  for (let n = 0; n < 3; n += 1) start();
  for (let n = 0; n < events.length; n += 50) await add(...events.slice(n, n + 50));
  await allPublished();
  expect(await published()).toEqual(events);
  expect(errors).toEqual([]);
});

async function holder(): Promise<string | undefined> {
  const { rows } = await stores.superuser.query<{ holder: string }>('select holder from leases');
  return rows[0]?.holder;
}
