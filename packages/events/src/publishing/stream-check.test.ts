import { type DomainEvent, newId } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openEventStores } from '../../test/event-stores.ts';
import { eventOf, type NatsServer, startNats } from '../../test/nats-server.ts';
import { connectEvents, type EventConnection } from '../connection/connection.ts';
import { provisionStreams } from '../connection/streams.ts';
import { startConsumer } from '../consuming/consume.ts';
import { startRelay } from './relay.ts';

const STREAM = 'florin_billing';
const STREAM_BYTES = 1_048_576;

let nats: NatsServer;
let stores: Awaited<ReturnType<typeof openEventStores>>;
let connection: EventConnection;
const running: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  [nats, stores] = await Promise.all([startNats(), openEventStores()]);
  connection = connectEvents({ url: nats.url, streamBytes: STREAM_BYTES }, 'test', () => {});
});
afterAll(async () => {
  await connection.close();
  await Promise.all([nats.stop(), stores.drop()]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((loop) => loop.stop()));
  await stores.empty();
  await nats.deleteStreams();
});

function publish() {
  const relay = startRelay(stores.open().db, 'billing', connection, () => {}, {
    readers: ['one', 'two'],
  });
  running.push(relay);
  return relay;
}

function consume(name: string) {
  const loop = startConsumer(connection, 'billing', {
    name,
    db: stores.open().db,
    async handle(tx, events) {
      for (const { id } of events)
        await tx.insertInto('handled').values({ event_id: id, name }).execute();
    },
    onDeadLetter: () => {},
    onRefused: () => {},
    onError: () => {},
  });
  running.push(loop);
  return loop;
}

async function add(count: number, text = ''): Promise<readonly DomainEvent[]> {
  const events = Array.from({ length: count }, (_, n) => eventOf(newId(), 1, `${n}${text}`));
  await stores.db.transaction().execute((tx) => addToOutbox(tx, events));
  return events;
}

/** Waits until a consumer has handled each of these events once. */
async function handled(name: string, events: readonly DomainEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id).sort();
  await eventually(async () => {
    const rows = await stores.db
      .selectFrom('handled')
      .select('event_id')
      .where('name', '=', name)
      .execute();
    expect(rows.map(({ event_id }) => event_id).sort()).toEqual(ids);
  });
}

async function progressOf(name: string) {
  const { rows } = await stores.superuser.query(
    'select stream, position::int from outbox_consumers where consumer = $1',
    [name],
  );
  return rows[0];
}

const reached = (name: string, position: number) =>
  eventually(async () => expect(await progressOf(name)).toMatchObject({ position }));

it('tracks what each consumer has handled', async () => {
  publish();
  const one = consume('one');
  const events = await add(20);
  await handled('one', events);
  await reached('one', 20);
  // The other consumer never started.
  expect(await progressOf('two')).toBeUndefined();
  await one.stop();
  await add(5);
  await eventually(async () => expect(await nats.read('billing')).toHaveLength(25));
  expect(await progressOf('one')).toMatchObject({ position: 20 });
});

it('republishes events that a wiped store lost before a stopped consumer handled them', async () => {
  const relay = publish();
  const [one, two] = [consume('one'), consume('two')];
  const first = await add(20);
  await Promise.all([reached('one', 20), reached('two', 20)]);
  await two.stop();
  const second = await add(30);
  await handled('one', [...first, ...second]);
  await reached('one', 50);
  await nats.streams.streams.delete(STREAM);
  await eventually(async () => expect(relay.missing()).toEqual(new Map([['two', 30]])));
  const third = await add(1);
  consume('two');
  await handled('two', [...first, ...second, ...third]);
  await handled('one', [...first, ...second, ...third]);
  await eventually(async () => expect(relay.missing()).toEqual(new Map()));
  await one.stop();
});

it('republishes purged events that a consumer has not handled', async () => {
  publish();
  const one = consume('one');
  const first = await add(20);
  await reached('one', 20);
  await one.stop();
  const second = await add(30);
  await eventually(async () => expect(await nats.read('billing')).toHaveLength(50));
  await nats.streams.streams.purge(STREAM);
  consume('one');
  await handled('one', [...first, ...second]);
});

it('keeps events in the outbox while the stream is full, and purges events handled by all', async () => {
  publish();
  consume('one');
  const two = consume('two');
  const all: DomainEvent[] = [...(await add(1))];
  await Promise.all([reached('one', 1), reached('two', 1)]);
  await two.stop();
  for (let n = 0; n < 30; n += 1) all.push(...(await add(100, 'x'.repeat(1_000))));
  await eventually(async () => {
    const { state } = await nats.streams.streams.info(STREAM);
    expect(state.bytes).toBeGreaterThan(STREAM_BYTES * 0.8);
  });
  // Three times the capacity of the stream.
  consume('two');
  await handled('two', all);
  await handled('one', all);
});

it('remembers absent consumers, while unknown ones retain no events', async () => {
  publish();
  consume('one');
  const events: DomainEvent[] = [];
  for (let n = 0; n < 30; n += 1) events.push(...(await add(100, 'x'.repeat(1_000))));
  await handled('one', events);
});

it('changes the limits of an existing stream', async () => {
  await provisionStreams({ url: nats.url, streamBytes: 2 * STREAM_BYTES }, ['billing']);
  await provisionStreams({ url: nats.url, streamBytes: STREAM_BYTES }, ['billing']);
  const { config } = await nats.streams.streams.info(STREAM);
  expect(config).toMatchObject({ max_bytes: STREAM_BYTES, discard: 'new' });
});
