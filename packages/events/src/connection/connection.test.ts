import { newId } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { freePort } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openEventStores } from '../../test/event-stores.ts';
import { eventOf, startNats } from '../../test/nats-server.ts';
import { startConsumer } from '../consuming/consume.ts';
import { startRelay } from '../publishing/relay.ts';
import { connectEvents, type EventConnection } from './connection.ts';

let stores: Awaited<ReturnType<typeof openEventStores>>;
let port: number;
let connection: EventConnection;
let errors: unknown[];

beforeAll(async () => {
  stores = await openEventStores();
});
afterAll(() => stores.drop());
beforeEach(async () => {
  errors = [];
  port = await freePort();
  connection = connectEvents({ url: `nats://127.0.0.1:${port}` }, 'test', () => {});
});
afterEach(() => stores.empty());

const onError = (error: unknown) => errors.push(error);
const startBoth = (handled: string[] = [], { db } = stores.open()) => [
  startRelay(db, 'billing', connection, onError),
  startConsumer(connection, 'billing', {
    name: 'reader',
    db,
    handle: async (_tx, events) => {
      handled.push(...events.map(({ id }) => id));
    },
    onDeadLetter: () => {},
    onRefused: () => {},
    onError,
  }),
];

async function stop(parts: readonly { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all([...parts.map((part) => part.stop()), connection.close()]);
}

it('waits for NATS at startup, and then delivers everything', async () => {
  const handled: string[] = [];
  const parts = startBoth(handled);
  const events = [1, 2, 3].map((sequence) => eventOf(newId(), sequence));
  await stores.db.transaction().execute((tx) => addToOutbox(tx, events));
  const nats = await startNats(port);
  await eventually(async () => expect(handled).toEqual(events.map(({ id }) => id)));
  await stop(parts);
  await nats.stop();
  expect(errors).toEqual([]);
});

it('holds no lease while it waits, so that a process with NATS can work', async () => {
  const process = stores.open(1);
  const parts = startBoth([], process);
  // On a single connection, an answer means that both earlier requests are done.
  expect(await process.db.selectFrom('leases').selectAll().execute()).toEqual([]);
  await stop(parts);
});

it('closes together with its waiting users', async () => {
  const parts = startBoth();
  const waiting = expect(connection.jetStream()).rejects.toThrow('closed');
  await stop(parts);
  await waiting;
  expect(errors).toEqual([]);
});

it('notifies subscribers, also after an outage of NATS', async () => {
  const other = connectEvents({ url: `nats://127.0.0.1:${port}` }, 'other', () => {});
  const heard = new Set<string>();
  other.subscribe('florin-word', (text) => heard.add(text));
  connection.publish('florin-word', 'too early');
  for (const word of ['first', 'second']) {
    const nats = await startNats(port);
    await eventually(async () => {
      connection.publish('florin-word', word);
      expect(heard).toContain(word);
    });
    await nats.stop();
  }
  expect([...heard]).toEqual(['first', 'second']);
  await stop([]);
  await other.close();
});
