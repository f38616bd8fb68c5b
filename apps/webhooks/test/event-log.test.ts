import { type DomainEvent, newId, type ServiceName, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventOf, type Producers, startProducers } from './producers.ts';
import {
  type Bus,
  createLogDatabase,
  type LogDatabase,
  type LoggedEvent,
  query,
  startBus,
  startWebhooks,
} from './start-webhooks.ts';

const SOURCES = ['identity', 'accounts', 'ledger', 'billing'] as const;

let bus: Bus;
let producers: Producers;
let database: LogDatabase;
let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
beforeEach(async () => {
  [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  producers = await startProducers(bus, SOURCES);
  webhooks = await startWebhooks(database, bus);
});
afterEach(async () => {
  await webhooks.stop();
  await producers.stop();
  await Promise.all([bus.stop(), database.drop()]);
});

const emit = (source: ServiceName, ...events: DomainEvent[]) => producers.of(source).emit(events);

/** Waits until events are in the log; by then earlier ones of their sources are handled. */
function arrived(...events: DomainEvent[]): Promise<void> {
  return eventually(async () => {
    const found = await database.query('select from webhooks.events where id = any($1::uuid[])', [
      events.map(({ id }) => id),
    ]);
    expect(found).toHaveLength(events.length);
  });
}

/** Publishes without an outbox, once the source's stream exists. */
async function publish(
  source: ServiceName,
  message: string | Uint8Array,
  type = 'thing.changed',
): Promise<void> {
  const { client } = await bus.connection.jetStream();
  await eventually(() => client.publish(`florin.${source}.${type}`, message));
}

/** Every account's sequences start at 1 without gaps, and each aggregate is in order. */
function expectInOrder(log: readonly LoggedEvent[]): void {
  const last = new Map<string, number>();
  for (const { account_id, sequence, data } of log) {
    const { of = '', version = 0 } = data.object;
    if (account_id === null) {
      expect(sequence).toBeNull();
      continue;
    }
    expect([account_id, sequence]).toEqual([account_id, (last.get(account_id) ?? 0) + 1]);
    last.set(account_id, sequence ?? 0);
    expect([of, version]).toEqual([of, (last.get(of) ?? 0) + 1]);
    last.set(of, version);
  }
}

async function expectNoDeadLetters(): Promise<void> {
  expect(await database.query('select reason from webhooks.dead_letters')).toEqual([]);
}

/** Rounds of changes to a few objects of each account, from every source concurrently. */
async function emitEverywhere(accounts: readonly (Uuid | null)[], rounds: number) {
  const emitted: DomainEvent[] = [];
  await Promise.all(
    SOURCES.map(async (source) => {
      const things = accounts.flatMap((account) => [
        [account, newId()] as const,
        [account, newId()] as const,
      ]);
      for (let round = 1; round <= rounds; round += 1) {
        const events = things.map(([account, thing]) => eventOf(account, thing, round));
        emitted.push(...events);
        await emit(source, ...events);
      }
    }),
  );
  return emitted;
}

describe('the event log', () => {
  it('gives every account one order without gaps, from all sources concurrently', async () => {
    const accounts = [newId(), newId(), newId(), null];
    const emitted = await emitEverywhere(accounts, 40);
    await arrived(...emitted);
    const log = await database.readLog();
    expect(log.map(({ id }) => id).sort()).toEqual(emitted.map(({ id }) => id).sort());
    expectInOrder(log);
    expect(log.filter(({ sequence }) => sequence === 320)).toHaveLength(3);
    expect(log.filter(({ account_id }) => account_id === null)).toHaveLength(320);
    await expectNoDeadLetters();
  });

  it('contains no duplicates when everything is delivered again', async () => {
    const account = newId();
    const emitted = await emitEverywhere([account, null], 5);
    await arrived(...emitted);
    const before = await database.readLog();

    const { manager } = await bus.connection.jetStream();
    // A new consumer reads the stream from its beginning.
    for (const source of SOURCES) await manager.consumers.delete(`florin_${source}`, 'webhooks');
    // Without a message id JetStream cannot detect the duplicate; only the body shows it.
    for (const event of emitted) await publish('ledger', JSON.stringify(event));
    const after = SOURCES.map((source) => [source, eventOf(account, newId(), 1)] as const);
    for (const [source, event] of after) await emit(source, event);
    await arrived(...after.map(([, event]) => event));

    const log = await database.readLog();
    expectInOrder(log);
    expect(log.filter(({ id }) => before.some((old) => old.id === id))).toEqual(before);
    expect(log).toHaveLength(before.length + SOURCES.length);
    await expectNoDeadLetters();
  });

  it('continues without gaps when processes restart and connections break', async () => {
    const accounts = [newId(), newId()];
    const second = await startWebhooks(database, bus);
    const emitting = emitEverywhere(accounts, 60);
    await eventually(async () => expect(await database.readLog()).not.toEqual([]));
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'florin_webhooks' and datname = current_database()`,
    );
    await webhooks.stop();
    webhooks = await startWebhooks(database, bus);
    await second.stop();
    const emitted = await emitting;
    await arrived(...emitted);
    const log = await database.readLog();
    expect(log).toHaveLength(emitted.length);
    expectInOrder(log);
    await expectNoDeadLetters();
  });

  it('stores unknown types, fields and values of any kind', async () => {
    const account = newId();
    const object = {
      id: 'thing_1',
      nothing: null,
      deep: { list: [1, 2.5, -0.1, { '': '' }], 'with "quotes"': 'ünï\u0000cøde 😀' },
      constructor: 'text',
      amount: 999_999_999_999,
    };
    const event = eventOf(account, newId(), 1, {
      type: 'unheard_of.happened',
      created_at: '2026-01-31T12:00:00.123Z',
      data: { object, previous: { deep: null, later: [] } },
      request: { id: 'req_1', idempotency_key: 'order-1' },
    });
    const newer = { ...event, schema_version: 2, data: { ...event.data, more: true } };
    await publish('billing', JSON.stringify(newer), newer.type);
    await arrived(event);
    const [row] = await database.query<{ data: string; request: string }>(
      `select account_id, sequence, type, created_at, data::text, request::text
         from webhooks.events`,
    );
    expect(row).toMatchObject({
      account_id: account,
      sequence: '1',
      type: 'unheard_of.happened',
      created_at: new Date('2026-01-31T12:00:00.123Z'),
    });
    expect(JSON.parse(row?.data ?? '')).toEqual(event.data);
    expect(JSON.parse(row?.request ?? '')).toEqual(event.request);
  });

  it('stores an invalid message as a dead letter, unchanged, and continues', async () => {
    const account = newId();
    const messages = ['', 'no JSON', '[]', '{"id": "1"}', new Uint8Array([123, 34, 0xff])].map(
      (message) => Buffer.from(message),
    );
    await emit('ledger', eventOf(account, newId(), 1));
    for (const message of messages) await publish('ledger', message);
    const last = eventOf(account, newId(), 1);
    await emit('ledger', last);
    await arrived(last);

    const deadLetters = await database.query<{ body: Buffer }>(
      'select body, reason, event_id from webhooks.dead_letters order by position',
    );
    expect(deadLetters).toEqual(
      messages.map((body) => ({ body, reason: 'is no event', event_id: null })),
    );
    const logged = webhooks.logged().filter(({ msg }) => msg === 'an event became a dead letter');
    expect(logged).toHaveLength(messages.length);
    const log = await database.readLog();
    expect(log.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('stores an event that cannot be written as a dead letter, with later ones of its aggregate, without gaps', async () => {
    const [account, thing] = [newId(), newId()];
    const poison = eventOf(account, thing, 2);
    // Nested too deeply to be serialized again.
    const bottomless = `{"object":{"of":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
    const poisonText = JSON.stringify({ ...poison, data: 0 }).replace(
      '"data":0',
      `"data":${bottomless}`,
    );
    const events = [
      eventOf(account, thing, 1),
      eventOf(account, thing, 3),
      eventOf(account, newId(), 1),
    ] as const;
    await publish('ledger', JSON.stringify(events[0]));
    await publish('ledger', poisonText);
    await emit('ledger', events[1], events[2]);
    await arrived(events[2]);
    const later = eventOf(account, thing, 4);
    const last = eventOf(account, newId(), 1);
    await emit('ledger', later, last);
    await arrived(last);

    const log = await database.readLog();
    expect(log.map(({ id, sequence }) => [id, sequence])).toEqual([
      [events[0].id, 1],
      [events[2].id, 2],
      [last.id, 3],
    ]);
    const deadLetters = await database.query<{ event_id: string; reason: string }>(
      'select event_id, reason from webhooks.dead_letters order by position',
    );
    expect(deadLetters).toEqual([
      { event_id: poison.id, reason: expect.stringContaining('call stack') },
      { event_id: events[1].id, reason: 'waits behind a dead letter' },
      { event_id: later.id, reason: 'waits behind a dead letter' },
    ]);
  });

  it('is append-only: the service itself cannot change or delete events', async () => {
    const event = eventOf(newId(), newId(), 1);
    await emit('identity', event);
    await arrived(event);
    const before = await database.readLog();
    for (const statement of [
      `update events set type = 'nothing.happened'`,
      'update events set sequence = sequence + 1',
      'delete from events',
      'truncate events',
      'drop table events',
      'alter table events add column more text',
      'delete from account_sequences',
      'truncate account_sequences',
    ])
      await expect(query(database.url, statement), statement).rejects.toMatchObject({
        code: '42501',
      });
    expect(await database.readLog()).toEqual(before);
    // The same role may do everything else.
    await query(database.url, 'update account_sequences set last_sequence = last_sequence');
  });
});
