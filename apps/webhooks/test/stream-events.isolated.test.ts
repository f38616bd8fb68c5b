import { request } from 'node:http';
import { anonymous, type Caller, newId, toPublicId, type Uuid } from '@florin/contracts';
import { ASSERTION_HEADER, signAssertion } from '@florin/runtime/caller';
import { eventually, type FollowedStream, followStream, testKeys } from '@florin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventOf, type Producers, startProducers } from './producers.ts';
import { type Bus, createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

vi.mock('../src/limits.ts', async (sound) => {
  const limits = await sound<typeof import('../src/limits.ts')>();
  return { ...limits, HEARTBEAT_MS: 500 };
});

let bus: Bus;
let producers: Producers;
let database: Awaited<ReturnType<typeof createLogDatabase>>;
let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
beforeAll(async () => {
  [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  producers = await startProducers(bus, ['ledger', 'billing']);
  webhooks = await startWebhooks(database, bus);
});
afterAll(async () => {
  await webhooks.stop();
  await producers.stop();
  await Promise.all([bus.stop(), database.drop()]);
});

const streams: FollowedStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.leave();
});

const owner = (accountId: Uuid): Partial<Caller> => ({ userId: newId(), accountId, role: 'owner' });

async function follow(caller: Partial<Caller>, query = '', lastEventId?: string) {
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const response = await webhooks.fetch(`/v1/events/stream?${query}`, { caller, headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const stream = followStream(response);
  streams.push(stream);
  return stream;
}

const sequencesOf = ({ messages }: FollowedStream) =>
  messages.map(({ data }) => JSON.parse(data).sequence);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Emits events in sequence, each in its own transaction. */
async function emit(account: Uuid, count: number, type = 'thing.changed') {
  const events = Array.from({ length: count }, () => eventOf(account, newId(), 1, { type }));
  for (const event of events) await producers.of('ledger').emit([event]);
  return events;
}

describe('GET /v1/events/stream', () => {
  it('sends new events in order, to their account only', async () => {
    const [ours, theirs] = [newId(), newId()];
    await emit(ours, 1);
    const log = () => database.query('select from webhooks.events where account_id = $1', [ours]);
    await eventually(async () => expect(await log()).toHaveLength(1));
    const stream = await follow(owner(ours));
    await eventually(async () => expect(stream.comments).not.toEqual([]));
    const [event] = await emit(ours, 1);
    await emit(theirs, 3);
    await emit(ours, 4);
    await eventually(async () => expect(sequencesOf(stream)).toEqual(upTo(6, 2)));
    const [first] = stream.messages;
    const id = toPublicId('event', event?.id ?? '');
    expect(first).toMatchObject({ id, event: 'thing.changed' });
    const { body } = await webhooks.call('GET', `/v1/events/${id}`, { caller: owner(ours) });
    expect(JSON.parse(first?.data ?? '')).toEqual(body);
  });

  it('sends one type only, and those of all accounts to admins', async () => {
    const ours = newId();
    const some = await follow(owner(ours), 'type=payment.*&after_sequence=0');
    const all = await follow({ userId: newId(), accountId: newId(), role: 'admin' });
    await eventually(async () => expect(all.comments).not.toEqual([]));
    await emit(ours, 1, 'transaction.created');
    await emit(ours, 1, 'payment.failed');
    const accountless = eventOf(null, newId(), 1);
    await producers.of('billing').emit([accountless]);
    await eventually(async () => expect(sequencesOf(some)).toEqual([2]));
    await eventually(async () => {
      const ids = all.messages.map(({ id }) => id);
      expect(ids).toContain(toPublicId('event', accountless.id));
      expect(ids).toContain(some.messages[0]?.id);
    });
  });

  it('misses and repeats nothing, for any number of reconnects', async () => {
    const ours = newId();
    const seen: number[] = [];
    let last: string | undefined;
    for (let emitted = 20; emitted <= 100; emitted += 20) {
      const emitting = emit(ours, 20);
      while (seen.length < emitted) {
        const stream = await follow(owner(ours), 'after_sequence=0', last);
        await eventually(async () => expect(stream.messages.length).toBeGreaterThan(0));
        await stream.leave();
        seen.push(...sequencesOf(stream));
        last = stream.messages.at(-1)?.id;
      }
      await emitting;
    }
    expect(seen).toEqual(upTo(100));
  });

  it('refuses a last event of another account, and an unknown one', async () => {
    const [ours, theirs] = [newId(), newId()];
    await emit(theirs, 1);
    const stream = await follow(owner(theirs), 'after_sequence=0');
    await eventually(async () => expect(stream.messages).toHaveLength(1));
    for (const id of [stream.messages[0]?.id ?? '', 'evt_1', toPublicId('event', newId())]) {
      const headers = { 'Last-Event-ID': id };
      const caller = owner(ours);
      const answer = await webhooks.call('GET', '/v1/events/stream', { caller, headers });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
    const none = await webhooks.call('GET', '/v1/events/stream', { caller: { userId: newId() } });
    expect(none.status).toBe(404);
  });

  it('limits the streams of an account, and leaves room for others', async () => {
    const ours = owner(newId());
    for (let count = 0; count < 10; count += 1) await follow(ours);
    const tooMany = await webhooks.call('GET', '/v1/events/stream', { caller: ours });
    expect([tooMany.status, tooMany.body.error]).toEqual([429, 'rate_limited']);
    expect(tooMany.headers.get('retry-after')).toBe('5');
    await follow(owner(newId()));
    await streams[0]?.leave();
    await eventually(() => follow(ours));
  });

  it('sends everything to a reader that keeps up, and cuts one that does not read', async () => {
    await eventually(async () => expect(await countStreams()).toBe(0));
    const ours = newId();
    const [reading, leave] = [await follow(owner(ours)), await openWithoutReading(owner(ours))];
    expect(await countStreams()).toBe(2);
    const big = { data: { object: { text: 'x'.repeat(100_000) } } };
    // More than a connection buffers, and much more than the queue of a reader holds.
    for (let count = 0; count < 200; count += 1)
      await producers.of('ledger').emit([eventOf(ours, newId(), 1, big)]);
    await eventually(async () => expect(sequencesOf(reading)).toEqual(upTo(200)));
    await eventually(async () => expect(await countStreams()).toBe(1));
    leave();
  });
});

async function countStreams(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${webhooks.httpPort}/metrics`);
  return Number(/^florin_event_streams (\d+)$/m.exec(await response.text())?.[1]);
}

/** A client that never reads; returns a function that closes it. */
function openWithoutReading(caller: Partial<Caller>): Promise<() => void> {
  const path = '/v1/events/stream';
  const call = { from: 'gateway', method: 'GET', path, requestId: newId(), address: undefined };
  const assertion = { ...call, caller: { ...anonymous, ...caller } } as const;
  const keys = testKeys('webhooks');
  const headers = { [ASSERTION_HEADER]: signAssertion(keys, 'webhooks', assertion, Date.now()) };
  return new Promise((resolve, reject) => {
    const asked = request({ port: webhooks.httpPort, path, headers }, (response) =>
      resolve(() => response.destroy()),
    );
    asked.on('error', reject);
    asked.end();
  });
}
