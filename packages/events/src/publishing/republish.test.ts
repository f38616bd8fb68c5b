import { type DomainEvent, newId } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { eventually } from '@florin/testing';
import type { Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EventTables, openEventStores } from '../../test/event-stores.ts';
import { eventOf, type NatsServer, startNats } from '../../test/nats-server.ts';
import { connectEvents, type EventConnection } from '../connection/connection.ts';
import { startConsumer } from '../consuming/consume.ts';
import { startRelay } from './relay.ts';
import { republish } from './republish.ts';

let nats: NatsServer;
let stores: Awaited<ReturnType<typeof openEventStores>>;
let connection: EventConnection;
const running: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  [nats, stores] = await Promise.all([startNats(), openEventStores()]);
  connection = connectEvents({ url: nats.url }, 'test', () => {});
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  await stores.empty();
  await nats.deleteStreams();
});
afterAll(async () => {
  await connection.close();
  await Promise.all([nats.stop(), stores.drop()]);
});

const add = (events: readonly DomainEvent[]) =>
  stores.db.transaction().execute((tx) => addToOutbox(tx, events));

function startPublishing(): void {
  running.push(startRelay(stores.open().db, 'billing', connection, () => {}));
}

/** Records the events in the transaction of the batch. */
async function note(tx: Transaction<EventTables>, events: readonly DomainEvent[]): Promise<void> {
  const rows = events.map(({ id }) => ({ event_id: id, name: '' }));
  await tx.insertInto('handled').values(rows).execute();
}

function startConsuming() {
  const { db } = stores.open();
  const ignore = () => {};
  const consumer = {
    ...{ name: 'reader', db, handle: note },
    ...{ onDeadLetter: ignore, onRefused: ignore, onError: ignore },
  };
  const consuming = startConsumer(connection, 'billing', consumer);
  running.push(consuming);
  return consuming;
}

const eventsOf = (count: number) => Array.from({ length: count }, () => eventOf(newId(), 1));
const idsOf = (events: readonly DomainEvent[]) => events.map(({ id }) => id);

async function handled(): Promise<string[]> {
  const rows = await stores.db
    .selectFrom('handled')
    .select('event_id')
    .orderBy('position')
    .execute();
  return rows.map(({ event_id }) => event_id);
}

const run = async (...args: string[]) =>
  (await republish({ database: { url: stores.url, poolSizeMax: 2 } }, args)).text;

it('restores events that NATS lost, without handling any twice', async () => {
  const [seen, lost, newer] = [eventsOf(300), eventsOf(200), eventsOf(1)] as const;
  startPublishing();
  const consuming = startConsuming();
  await add(seen);
  await eventually(async () => expect(await handled()).toHaveLength(300));
  await consuming.stop();
  await add(lost);
  await eventually(async () => expect(await nats.read('billing')).toHaveLength(500));
  await nats.deleteStreams();

  startConsuming();
  await add(newer);
  // Without the command they would be lost for good.
  await eventually(async () => expect(await handled()).toEqual(idsOf([...seen, ...newer])));

  expect(await run('--since', '1h')).toMatch(/republishing 501 events since /);
  await eventually(async () =>
    expect(await handled()).toEqual(idsOf([...seen, ...newer, ...lost])),
  );
  const republished = idsOf(await nats.read('billing'));
  expect(republished).toEqual(expect.arrayContaining(idsOf([...seen, ...lost])));
});

it('republishes only events published since then', async () => {
  const [old, recent] = [eventsOf(3), eventsOf(2)];
  startPublishing();
  // A recorded sequence; events count as published only after it.
  const noted = (count: number) =>
    eventually(async () => {
      const { rows } = await stores.superuser.query('select from outbox_checkpoints');
      expect(rows).toHaveLength(count);
    });
  await add(old);
  await noted(1);
  await stores.superuser.query(`update outbox_checkpoints set at = now() - interval '2 hours'`);
  await add(recent);
  await noted(2);
  expect(await nats.read('billing')).toHaveLength(5);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  expect(await run('--since', hourAgo)).toBe(
    `the running service is republishing 2 events since ${hourAgo}`,
  );
  expect(await run('--since', '3h')).toMatch(/republishing [35] events since /);
});

it.each([[[]], [['1h']], [['--since']], [['--since', 'yesterday']], [['--since', '1h', 'more']]])(
  'prints its usage for %j',
  async (args) => {
    await expect(run(...args)).rejects.toThrow('use republish --since 2h');
  },
);
