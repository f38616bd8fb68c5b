import { type DomainEvent, newId } from '@florin/contracts';
import { acquireLease, LeaseLost } from '@florin/database';
import { eventually } from '@florin/testing';
import type { Transaction } from 'kysely';
import { connect } from 'nats';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EventTables,
  findHandled,
  nextRounds,
  openEventStores,
} from '../../test/event-stores.ts';
import { eventOf, type NatsServer, startNats } from '../../test/nats-server.ts';
import { connectEvents, type EventConnection } from '../connection/connection.ts';
import { startConsumer } from './consume.ts';
import type { Consumer } from './consumer.ts';
import { handleBatch } from './handle-batch.ts';
import { type Message, type Received, receive } from './receive.ts';

type Handle = (tx: Transaction<EventTables>, events: readonly DomainEvent[]) => Promise<void>;

let nats: NatsServer;
let stores: Awaited<ReturnType<typeof openEventStores>>;
let connection: EventConnection;
let errors: unknown[];
let deadLetters: [eventId: string | null, reason: string][];
let refused: string[];
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
  deadLetters = [];
  refused = [];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((consumer) => consumer.stop()));
  await stores.empty();
  await nats.deleteStreams();
});

const nameOf = (event: DomainEvent) => String(event.data.object.name);

/** Records the events in the transaction of the batch. */
const note: Handle = async (tx, events) => {
  await tx
    .insertInto('handled')
    .values(events.map((event) => ({ event_id: event.id, name: nameOf(event) })))
    .execute();
};

function consumerOf(handle: Handle = note, { db } = stores.open()) {
  return {
    name: 'reader',
    db,
    handle,
    onDeadLetter: (eventId: string | null, reason: string) => deadLetters.push([eventId, reason]),
    onRefused: (subjects: readonly string[]) => refused.push(...subjects),
    onError: (error: unknown) => errors.push(error),
  };
}

/** A consumer in its own process. */
function start(handle?: Handle, through = connection, process = stores.open()) {
  const consumer = startConsumer(through, 'ledger', consumerOf(handle, process));
  running.push(consumer);
  return consumer;
}

const handledRows = () => stores.db.selectFrom('handled').selectAll().orderBy('position').execute();
const handled = async () => (await handledRows()).map(({ name }) => name);
const untilHandled = (names: readonly string[]) =>
  eventually(async () => expect(await handled()).toEqual(names));

const deadLetterRows = () =>
  stores.db.selectFrom('dead_letters').selectAll().orderBy('position').execute();

async function untilAcknowledged(count: number): Promise<void> {
  await eventually(async () => {
    const { ack_floor } = await nats.streams.consumers.info('florin_ledger', 'reader');
    expect(ack_floor.stream_seq).toBe(count);
  });
}

const namesOf = (events: readonly DomainEvent[]) => events.map(nameOf);

/** Events of distinct aggregates, or of the given one. */
function events(count: number, aggregateId?: string): DomainEvent[] {
  return Array.from({ length: count }, (_, n) =>
    eventOf(aggregateId ?? newId(), n + 1, `event ${n}`),
  );
}

describe('a consumer', () => {
  it('handles events in order, in batches of one transaction each, and acknowledges them', async () => {
    const many = events(600);
    await nats.publish('ledger', ...many);
    let batches = 0;
    start(async (tx, batch) => {
      batches += 1;
      expect(batch.length).toBeLessThanOrEqual(512);
      await note(tx, batch);
    });
    await untilHandled(namesOf(many));
    await untilAcknowledged(600);
    const transactions = new Set((await handledRows()).map(({ xid }) => xid));
    expect(transactions.size).toBe(batches);
    expect(batches).toBeLessThan(300);
    expect(errors).toEqual([]);
  });

  it('handles events that arrive while it waits', async () => {
    start();
    await nats.publish('ledger', ...events(1));
    await untilHandled(['event 0']);
    await nats.publish('ledger', eventOf(newId(), 1, 'later'));
    await untilHandled(['event 0', 'later']);
  });

  it('reports the number and age of unhandled events', async () => {
    const held = Promise.withResolvers<void>();
    const consumer = start(async (tx, batch) => {
      await held.promise;
      await note(tx, batch);
    });
    const three = events(3);
    await nats.publish('ledger', ...three);
    await eventually(async () => {
      const backlog = await consumer.backlog();
      expect(backlog?.messages).toBe(3);
      expect(backlog?.ageSeconds).toBeGreaterThan(0.2);
    });
    held.resolve();
    await untilHandled(namesOf(three));
    await eventually(async () =>
      expect(await consumer.backlog()).toEqual({ messages: 0, ageSeconds: 0 }),
    );
  });

  it('receives only the events that it filters for', async () => {
    await nats.publish('ledger', ...events(3));
    const { client } = await connection.jetStream();
    const wanted = { ...eventOf(newId(), 1, 'wanted'), type: 'payment.paid' };
    await client.publish('florin.ledger.payment.paid', JSON.stringify(wanted));
    const consumer = startConsumer(connection, 'ledger', { ...consumerOf(), only: 'payment.*' });
    running.push(consumer);
    await untilHandled(['wanted']);
    expect((await nats.streams.consumers.info('florin_ledger', 'reader')).delivered).toMatchObject({
      consumer_seq: 1,
      stream_seq: 4,
    });
  });

  it('acknowledges events of unused types without storing anything', async () => {
    const wanted = { ...eventOf(newId(), 1, 'wanted'), type: 'thing.made' };
    await nats.publish('ledger', ...events(2), wanted, ...events(1));
    const types = new Set(['thing.made']);
    const consumer = startConsumer(connection, 'ledger', { ...consumerOf(), types });
    running.push(consumer);
    await untilHandled(['wanted']);
    await untilAcknowledged(4);
    expect(await stores.db.selectFrom('inbox').select('event_id').execute()).toEqual([
      { event_id: wanted.id },
    ]);
    expect(refused).toEqual([]);
  });

  it('handles an event once, even if it is redelivered', async () => {
    const [first, second] = [eventOf(newId(), 1, 'first'), eventOf(newId(), 1, 'second')];
    await nats.publish('ledger', first, first, second, first);
    start();
    await untilAcknowledged(4);
    await nats.publish('ledger', second, first);
    await untilAcknowledged(6);
    expect(await handled()).toEqual(['first', 'second']);
    expect(await deadLetterRows()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('recognizes an event id in upper or lower case', async () => {
    const shouted = { ...eventOf(newId(), 1, 'shouted'), id: newId().toUpperCase() };
    await nats.publish('ledger', shouted);
    start();
    await untilAcknowledged(1);
    expect(await handled()).toEqual(['shouted']);
  });

  it('accepts an event with unknown members', async () => {
    const newer = { ...eventOf(newId(), 1, 'newer'), type: 'thing.invented', more: { a: 1 } };
    await nats.publish('ledger', newer);
    start();
    await untilHandled(['newer']);
  });

  it('rolls back a failed batch and does not acknowledge it', async () => {
    const three = events(3);
    await nats.publish('ledger', ...three);
    let isBroken = true;
    const failed = Promise.withResolvers<void>();
    start(async (tx, batch) => {
      await note(tx, batch);
      if (!isBroken) return;
      failed.resolve();
      // The error of a lost connection to Postgres.
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    });
    await failed.promise;
    await eventually(async () => expect(errors).not.toEqual([]));
    expect(await handled()).toEqual([]);
    const { ack_floor } = await nats.streams.consumers.info('florin_ledger', 'reader');
    expect(ack_floor.stream_seq).toBe(0);
    isBroken = false;
    await untilHandled(namesOf(three));
    await untilAcknowledged(3);
    expect(await deadLetterRows()).toEqual([]);
  });

  it('does not repeat work if a process dies between commit and acknowledgement', async () => {
    const three = events(3);
    await nats.publish('ledger', ...three);
    await consumeAndDie();
    expect(await handled()).toEqual(namesOf(three));

    start();
    await untilAcknowledged(3);
    expect(await handled()).toEqual(namesOf(three));
    expect(await deadLetterRows()).toEqual([]);
  });
});

describe('a message that cannot be handled', () => {
  it.each([
    ['no JSON', '{"id":'],
    ['JSON that is no event', '{"id":"1"}'],
    ['broken UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['nothing', ''],
  ])('becomes a dead letter with all its bytes if it is no event: %s', async (_what, message) => {
    const good = eventOf(newId(), 1, 'good');
    await nats.publish('ledger', message, good);
    start();
    await untilAcknowledged(2);
    expect(await handled()).toEqual(['good']);
    const [row] = await deadLetterRows();
    expect(row).toMatchObject({ consumer: 'reader', event_id: null, reason: 'is no event' });
    expect(row?.body).toEqual(Buffer.from(message as string));
    expect(deadLetters).toEqual([[null, 'is no event']]);
  });

  it('becomes a dead letter with its reason after ten attempts, while others proceed', async () => {
    const [poison, other] = [newId(), newId()];
    const bad = eventOf(poison, 2, 'bad');
    await nats.publish(
      'ledger',
      eventOf(poison, 1, 'before'),
      bad,
      eventOf(other, 1, 'other 1'),
      eventOf(other, 2, 'other 2'),
    );
    let attempts = 0;
    start(async (tx, batch) => {
      await note(tx, batch);
      if (!batch.some(({ id }) => id === bad.id)) return;
      if (batch.length === 1) attempts += 1;
      throw new Error('the amount is not valid: \0');
    });
    await untilAcknowledged(4);
    expect(await handled()).toEqual(['before', 'other 1', 'other 2']);
    expect(attempts).toBe(10);
    expect(await deadLetterRows()).toMatchObject([
      { event_id: bad.id, aggregate_id: poison, reason: 'the amount is not valid: \ufffd' },
    ]);
    expect(deadLetters).toMatchObject([
      [bad.id, expect.stringContaining('the amount is not valid')],
    ]);
  });

  it('is handled if it fails only a few times', async () => {
    await nats.publish('ledger', ...events(2));
    let failures = 5;
    start(async (tx, batch) => {
      failures -= 1;
      if (failures >= 0) throw new Error('not yet');
      await note(tx, batch);
    });
    await untilHandled(['event 0', 'event 1']);
    expect(await deadLetterRows()).toEqual([]);
  });

  it('blocks later events of its aggregate, in order', async () => {
    const [poison, other] = [newId(), newId()];
    const chain = events(4, poison);
    const [first, ...behind] = chain;
    const fails: Handle = async (tx, batch) => {
      if (batch.some(({ id }) => id === first?.id)) throw new Error('bad');
      await note(tx, batch);
    };
    await nats.publish(
      'ledger',
      ...chain.slice(0, 2),
      eventOf(other, 1, 'other 1'),
      ...chain.slice(2, 3),
    );
    start(fails);
    await untilAcknowledged(4);
    await nats.publish('ledger', ...chain.slice(3), eventOf(other, 2, 'other 2'));
    await untilAcknowledged(6);
    expect(await handled()).toEqual(['other 1', 'other 2']);
    const rows = await deadLetterRows();
    expect(rows.map(({ event_id }) => event_id)).toEqual(chain.map(({ id }) => id));
    expect(rows.map(({ reason }) => reason)).toEqual([
      'bad',
      ...behind.map(() => 'waits behind a dead letter'),
    ]);
    expect(rows.map(({ body }) => JSON.parse(body.toString()))).toEqual(chain);
    expect(deadLetters.map(([id]) => id)).toEqual(chain.map(({ id }) => id));
  });

  it('becomes one dead letter even if it is redelivered', async () => {
    const bad = eventOf(newId(), 1, 'bad');
    await nats.publish('ledger', bad, bad);
    start(async () => {
      throw new Error('bad');
    });
    await untilAcknowledged(2);
    await nats.publish('ledger', bad);
    await untilAcknowledged(3);
    expect(await deadLetterRows()).toHaveLength(1);
  });
});

describe('a batched message', () => {
  /** Publishes events as one message on the batch subject of a noun. */
  const gather = (bodies: readonly (DomainEvent | string)[], noun = 'thing') =>
    nats.publishLines(`florin.ledger.${noun}.gathered`, bodies);

  it('has its events handled in order, and is acknowledged as a whole', async () => {
    const many = events(200, newId());
    await gather(many.slice(0, 100));
    await gather(many.slice(100));
    start();
    await untilHandled(namesOf(many));
    await untilAcknowledged(2);
    expect(errors).toEqual([]);
  });

  it('shares a transaction up to some hundreds of events, and has its own beyond', async () => {
    const many = events(900);
    await gather(many.slice(0, 200));
    await gather(many.slice(200, 400));
    await gather(many.slice(400, 900));
    const sizes: number[] = [];
    start(async (tx, batch) => {
      sizes.push(batch.length);
      await note(tx, batch);
    });
    await untilHandled(namesOf(many));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(900);
    expect(Math.max(...sizes)).toBe(500);
  });

  it('dead-letters each line that is not a valid event', async () => {
    const poison = newId();
    const [bad, behind] = [eventOf(poison, 1, 'bad'), eventOf(poison, 2, 'behind')];
    const good = events(3);
    await gather([...good.slice(0, 2), bad, '{"id":', ...good.slice(2), behind]);
    start(async (tx, batch) => {
      if (batch.some(({ id }) => id === bad.id)) throw new Error('bad');
      await note(tx, batch);
    });
    await untilAcknowledged(1);
    expect(await handled()).toEqual(namesOf(good));
    const rows = await deadLetterRows();
    expect(rows.map(({ event_id, reason, body }) => [event_id, reason, body.toString()])).toEqual([
      [bad.id, 'bad', JSON.stringify(bad)],
      [null, 'is no event', '{"id":'],
      [behind.id, 'waits behind a dead letter', JSON.stringify(behind)],
    ]);
  });

  it('is not acknowledged until all its events are committed', async () => {
    const [first, second] = [events(2), events(2)];
    await gather([...first, ...second]);
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let isBroken = true;
    start(async (tx, batch) => {
      // The whole batch fails; then its second half fails.
      if (isBroken && batch.length === 4) throw new Error('not all of it');
      if (isBroken && batch.some(({ id }) => id === second[0]?.id)) {
        reached.resolve();
        await held.promise;
      }
      await note(tx, batch);
    });
    await reached.promise;
    expect(await handled()).toEqual(namesOf(first));
    const { ack_floor } = await nats.streams.consumers.info('florin_ledger', 'reader');
    expect(ack_floor.stream_seq).toBe(0);
    isBroken = false;
    held.resolve();
    await untilAcknowledged(1);
    expect(await handled()).toEqual(namesOf([...first, ...second]));
  });

  it('is idempotent when redelivered, alone or with others', async () => {
    const many = events(6);
    await gather(many.slice(0, 3));
    await nats.publish('ledger', ...many.slice(0, 1));
    await gather(many.slice(0, 5));
    await gather(many);
    start();
    await untilAcknowledged(4);
    expect(await handled()).toEqual(namesOf(many));
    expect(await deadLetterRows()).toEqual([]);
  });

  it('with more lines than a relay ever batches is invalid as a whole', async () => {
    const line = JSON.stringify(eventOf(newId(), 1, 'good'));
    await gather(Array.from({ length: 2_000 }, () => line));
    start();
    await untilAcknowledged(1);
    expect(await handled()).toEqual([]);
    const rows = await deadLetterRows();
    expect(rows.map(({ body }) => body.toString().split('\n').length)).toEqual([2_000]);
  });

  it('has only its forged events rejected, and reaches consumers of its noun', async () => {
    const paid = { ...eventOf(newId(), 1, 'paid'), type: 'payment.succeeded' };
    const other = { ...eventOf(newId(), 1, 'other'), type: 'transaction.created' };
    const foreign = { ...eventOf(newId(), 1, 'foreign'), type: 'user.created' };
    await gather([other], 'transaction');
    await gather([paid, other, foreign], 'payment');
    await gather([foreign], 'user');
    const consumer = startConsumer(connection, 'ledger', { ...consumerOf(), only: 'payment.*' });
    running.push(consumer);
    await untilHandled(['paid']);
    await untilAcknowledged(3);
    expect(refused).toEqual(['florin.ledger.payment.gathered', 'florin.ledger.payment.gathered']);
    expect(await deadLetterRows()).toEqual([]);
  });
});

describe('an event that its service cannot have published', () => {
  const forged = (type: string, aggregateId = newId()) => ({
    ...eventOf(aggregateId, 1, `forged ${type}`),
    type,
  });
  const publish = async (subject: string, event: DomainEvent) => {
    const { client } = await connection.jetStream();
    await client.publish(subject, JSON.stringify(event));
  };

  it('has no effect, does not block others, and is counted', async () => {
    await nats.publish('ledger', eventOf(newId(), 1, 'before'));
    const paid = forged('payment.succeeded');
    const operation = {
      ...forged('operation.answered'),
      data: { object: { operation: 'POST /v1/users', status: 201, error: null, target_id: null } },
    };
    await publish('florin.ledger.payment.failed', paid);
    await publish('florin.ledger.user.created', forged('user.created'));
    await publish('florin.ledger.operation.answered', operation);
    await publish('florin.ledger.payment.succeeded.again', paid);
    const genuine = { ...paid, data: { object: { name: 'genuine' } } };
    await publish('florin.ledger.payment.succeeded', genuine);
    start();
    await untilHandled(['before', 'genuine']);
    await untilAcknowledged(6);
    expect(refused).toEqual([
      'florin.ledger.payment.failed',
      'florin.ledger.user.created',
      'florin.ledger.operation.answered',
      'florin.ledger.payment.succeeded.again',
    ]);
    expect(await deadLetterRows()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('is reported once, even if its batch is retried', async () => {
    await nats.publish('ledger', eventOf(newId(), 1, 'first'));
    await publish('florin.ledger.user.created', forged('user.created'));
    let failures = 2;
    start(async (tx, batch) => {
      failures -= 1;
      if (failures >= 0) await cannotReachPostgres();
      await note(tx, batch);
    });
    await untilHandled(['first']);
    await untilAcknowledged(2);
    expect(refused).toEqual(['florin.ledger.user.created']);
  });
});

describe('a consumer that recognizes handled events by its own rows', () => {
  /** It has no inbox. */
  const knowing = (handle?: Handle) => ({ ...consumerOf(handle), findKnown: findHandled });
  const startKnowing = (handle?: Handle) => {
    running.push(startConsumer(connection, 'ledger', knowing(handle)));
  };
  const inboxRows = () => stores.db.selectFrom('inbox').selectAll().execute();

  it('handles an event once, without an inbox', async () => {
    const [first, second] = [eventOf(newId(), 1, 'first'), eventOf(newId(), 1, 'second')];
    await nats.publish('ledger', first, first, second, first);
    startKnowing();
    await untilAcknowledged(4);
    await nats.publish('ledger', second, first);
    await untilAcknowledged(6);
    expect(await handled()).toEqual(['first', 'second']);
    expect(await inboxRows()).toEqual([]);
    expect(await deadLetterRows()).toEqual([]);
  });

  it('does not repeat work if a process dies between commit and acknowledgement', async () => {
    const three = events(3);
    await nats.publish('ledger', ...three);
    await consumeAndDie(knowing());
    expect(await handled()).toEqual(namesOf(three));
    startKnowing();
    await untilAcknowledged(3);
    expect(await handled()).toEqual(namesOf(three));
    expect(await deadLetterRows()).toEqual([]);
  });

  it('recognizes its dead letters, even if redelivered with other bytes', async () => {
    const bad = eventOf(newId(), 1, 'bad');
    const behind = eventOf(bad.aggregate_id, 2, 'behind');
    await nats.publish('ledger', bad, bad, behind);
    startKnowing(async () => {
      throw new Error('bad');
    });
    await untilAcknowledged(3);
    const { client } = await connection.jetStream();
    const otherwise = JSON.stringify(bad, null, 1);
    await client.publish('florin.ledger.thing.changed', otherwise);
    await nats.publish('ledger', behind);
    await untilAcknowledged(5);
    expect((await deadLetterRows()).map(({ event_id }) => event_id)).toEqual([bad.id, behind.id]);
    expect(deadLetters.map(([id]) => id)).toEqual([bad.id, behind.id]);
    expect(await inboxRows()).toEqual([]);
  });
});

describe('a consumer that loses its position', () => {
  it.each(['stream', 'consumer'])('continues after its %s was deleted', async (what) => {
    start();
    await nats.publish('ledger', eventOf(newId(), 1, 'before'));
    await untilHandled(['before']);
    if (what === 'stream') await nats.streams.streams.delete('florin_ledger');
    else await nats.streams.consumers.delete('florin_ledger', 'reader');
    await nats.publish('ledger', eventOf(newId(), 1, 'after'));
    await untilHandled(['before', 'after']);
  });

  it('continues after a restart of NATS', async () => {
    const own = await startNats();
    const through = connectEvents({ url: own.url }, 'test', () => {});
    const consumer = start(note, through);
    await own.publish('ledger', eventOf(newId(), 1, 'before'));
    await untilHandled(['before']);
    await own.stop();
    const again = await startNats(Number(new URL(own.url).port));
    await again.publish('ledger', eventOf(newId(), 1, 'after'));
    await untilHandled(['before', 'after']);
    await Promise.all([consumer.stop(), through.close()]);
    await again.stop();
  });
});

describe('two consumers of one stream', () => {
  it('take turns', async () => {
    await acquireLease(stores.db, {
      name: 'reader:ledger',
      holder: 'other',
      durationMs: 3_600_000,
    });
    const some = events(3);
    await nats.publish('ledger', ...some);
    const process = stores.open();
    const consumer = start(note, connection, process);
    const wokenAfterEachRound = nextRounds(process);
    process.pool.on('release', () => consumer.wake());
    await wokenAfterEachRound;
    expect(await handled()).toEqual([]);
    await stores.expireLeases();
    await untilHandled(namesOf(some));
  });

  it('keep the order if the first stops with unhandled messages', async () => {
    const chain = events(6, newId());
    await nats.publish('ledger', ...chain.slice(0, 4));
    const first = start(cannotReachPostgres);
    await eventually(async () => expect(errors).not.toEqual([]));
    await first.stop();
    start();
    await nats.publish('ledger', ...chain.slice(4));
    await untilHandled(namesOf(chain));
    await untilAcknowledged(6);
  });

  it('keep the order if the first hangs with unhandled messages', async () => {
    const chain = events(6, newId());
    await nats.publish('ledger', ...chain.slice(0, 4));
    const busy = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const own = connectEvents({ url: nats.url }, 'first', () => {});
    const first = start(async () => {
      busy.resolve();
      await goOn.promise;
      return cannotReachPostgres();
    }, own);
    await busy.promise;
    // Terminated, so that its transaction does not block takeover of the lease.
    await stores.superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity 
        where state = 'idle in transaction' and datname = current_database()`,
    );
    await stores.expireLeases();
    start();
    await nats.publish('ledger', ...chain.slice(4));
    await untilHandled(namesOf(chain));
    goOn.resolve();
    await untilAcknowledged(6);
    expect(await handled()).toEqual(namesOf(chain));
    await Promise.all([first.stop(), own.close()]);
  });

  it('handle nothing before messages sent to a process that lost the lease', async () => {
    const chain = events(40, newId());
    start();
    await nats.publish('ledger', ...chain.slice(0, 1));
    await untilHandled(namesOf(chain.slice(0, 1)));
    // Simulates a process paused at its start: it receives one message and keeps it.
    const own = await connect({ servers: nats.url });
    const durable = await own.jetstream().consumers.get('florin_ledger', 'reader');
    let kept: number | undefined;
    const paused = await durable.consume({
      max_messages: 1,
      callback: (message) => {
        kept = message.seq;
        paused.stop();
      },
    });
    let published = 1;
    for (; kept === undefined && published < chain.length - 1; published += 1) {
      await nats.publish('ledger', ...chain.slice(published, published + 1));
      await own.flush();
    }
    expect(kept).toBeGreaterThan(1);
    await nats.publish('ledger', ...chain.slice(published));
    await untilHandled(namesOf(chain));
    await own.close();
    expect(await deadLetterRows()).toEqual([]);
  });

  it('write and acknowledge nothing after losing the lease', async () => {
    const lease = { name: 'reader:ledger', holder: 'first', durationMs: 60_000 };
    await acquireLease(stores.db, { ...lease, holder: 'second' });
    let acknowledged = 0;
    const messages = [...events(2), 'no event'].map((message) =>
      receive({
        subject: 'florin.ledger.thing.changed',
        data: Buffer.from(JSON.stringify(message)),
        ack: () => {
          acknowledged += 1;
        },
      }),
    );
    await expect(handleBatch(consumerOf(), 'ledger', lease, messages)).rejects.toBeInstanceOf(
      LeaseLost,
    );
    expect(await handled()).toEqual([]);
    expect(await deadLetterRows()).toEqual([]);
    expect(acknowledged).toBe(0);
  });

  it('handle every event once while the lease moves between them', async () => {
    const chain = events(60, newId());
    let [current, next] = [start(), start()];
    for (let n = 0; n < chain.length; n += 12) {
      await nats.publish('ledger', ...chain.slice(n, n + 12));
      await current.stop();
      [current, next] = [next, start()];
    }
    await untilHandled(namesOf(chain));
    await untilAcknowledged(60);
  });
});

/** Fails like a lost connection to Postgres. */
async function cannotReachPostgres(): Promise<never> {
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}

/** Handles messages up to the commit, then stops as if its process had died. */
async function consumeAndDie(consumer: Consumer<EventTables> = consumerOf()): Promise<void> {
  const own = await connect({ servers: nats.url });
  const { consumers } = await own.jetstreamManager();
  const config = { durable_name: 'reader', ack_policy: 'explicit', ack_wait: 30_000_000_000 };
  await consumers.add('florin_ledger', config as Parameters<typeof consumers.add>[1]);
  const durable = await own.jetstream().consumers.get('florin_ledger', 'reader');
  const messages: Received<Message>[] = [];
  for await (const message of await durable.fetch({ max_messages: 3, expires: 5_000 }))
    messages.push(receive({ subject: message.subject, data: message.data, ack: () => {} }));
  const lease = { name: 'reader:ledger', holder: 'dead', durationMs: 60_000 };
  await acquireLease(stores.db, lease);
  await handleBatch(consumer, 'ledger', lease, messages);
  await own.close();
  await stores.expireLeases();
}
