import { type DomainEvent, newId } from '@florin/contracts';
import { insertDeadLetter, insertInbox } from '@florin/database';
import { eventually } from '@florin/testing';
import type { Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventTables, findHandled, openEventStores } from '../../test/event-stores.ts';
import { eventOf } from '../../test/nats-server.ts';
import { redriveDeadLetters } from './redrive.ts';

let stores: Awaited<ReturnType<typeof openEventStores>>;
beforeAll(async () => {
  stores = await openEventStores();
});
afterAll(() => stores.drop());
afterEach(() => stores.empty());

const NAME = 'reader';

async function makeDeadLetters(events: readonly (DomainEvent | string)[]): Promise<void> {
  for (const event of events) {
    const isEvent = typeof event !== 'string';
    await stores.db.transaction().execute((tx) =>
      insertDeadLetter(tx, NAME, {
        eventId: isEvent ? event.id : null,
        aggregateId: isEvent ? event.aggregate_id : null,
        body: Buffer.from(isEvent ? JSON.stringify(event) : event),
        reason: 'failed',
      }),
    );
  }
}

/** Handles all but the named events. */
function retryWithout(...broken: readonly string[]) {
  return redriveDeadLetters({
    name: NAME,
    db: stores.db,
    async handle(tx: Transaction<EventTables>, [event]: readonly DomainEvent[]) {
      if (!event) return;
      const name = String(event.data.object.name);
      if (broken.includes(name)) throw new Error(`${name} is broken`);
      await tx.insertInto('handled').values({ event_id: event.id, name }).execute();
    },
  });
}

const handled = async () =>
  (await stores.db.selectFrom('handled').select('name').orderBy('position').execute()).map(
    ({ name }) => name,
  );

/** Adds a dead letter in a separate transaction, as the consumer does behind an existing one. */
async function addBehind(event: DomainEvent, untilCommit: () => Promise<unknown>) {
  await stores.superuser.query('begin');
  await stores.superuser.query('select from leases where name = $1 for update', [`${NAME}:ledger`]);
  await stores.superuser.query(
    `insert into dead_letters (consumer, event_id, aggregate_id, body, reason)
     values ($1, $2, $3, $4, 'waits behind a dead letter')`,
    [NAME, event.id, event.aggregate_id, Buffer.from(JSON.stringify(event))],
  );
  await untilCommit();
  await stores.superuser.query('commit');
}

describe('a dead letter that is added during a redrive', () => {
  it('is handled too, after the earlier ones', async () => {
    const aggregate = newId();
    await makeDeadLetters([eventOf(aggregate, 1, 'event 1')]);
    let isFirst = true;
    const retried = await redriveDeadLetters({
      name: NAME,
      db: stores.db,
      async handle(tx: Transaction<EventTables>, [event]: readonly DomainEvent[]) {
        if (isFirst) await makeDeadLetters([eventOf(aggregate, 2, 'event 2')]);
        isFirst = false;
        const name = String(event?.data.object.name);
        await tx.insertInto('handled').values({ event_id: newId(), name }).execute();
      },
    });
    expect(retried).toEqual({ handled: 2, failed: [] });
    expect(await handled()).toEqual(['event 1', 'event 2']);
  });

  it('is waited for until the consumer commits it', async () => {
    const aggregate = newId();
    await stores.superuser.query(
      `insert into leases values ($1, 'a process', now() + interval '1 minute')`,
      [`${NAME}:ledger`],
    );
    await makeDeadLetters([eventOf(aggregate, 1, 'event 1')]);
    let retrying: Promise<unknown> = Promise.resolve();
    await addBehind(eventOf(aggregate, 2, 'event 2'), async () => {
      retrying = retryWithout();
      await eventually(async () => {
        const { rowCount } = await stores.superuser.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      });
    });
    expect(await retrying).toEqual({ handled: 2, failed: [] });
    expect(await handled()).toEqual(['event 1', 'event 2']);
  });
});

describe('redriving dead letters', () => {
  it('reaches dead letters behind more failing ones than one list holds', async () => {
    await stores.superuser.query(
      `insert into dead_letters (consumer, body, reason)
       select $1, convert_to('no event ' || n, 'UTF8'), 'is no event' from generate_series(1, 1001) n`,
      [NAME],
    );
    await makeDeadLetters([eventOf(newId(), 1, 'event 1')]);
    const { handled: count, failed } = await retryWithout();
    expect([count, failed.length]).toEqual([1, 1_001]);
  });

  it('handles them in order, once', async () => {
    const aggregate = newId();
    await makeDeadLetters(
      [1, 2, 3].map((sequence) => eventOf(aggregate, sequence, `event ${sequence}`)),
    );
    expect(await retryWithout()).toEqual({ handled: 3, failed: [] });
    expect(await retryWithout()).toEqual({ handled: 0, failed: [] });
    expect(await handled()).toEqual(['event 1', 'event 2', 'event 3']);
  });

  it('leaves failing ones and their successors, while others proceed', async () => {
    const [stuck, other] = [newId(), newId()];
    await makeDeadLetters([
      eventOf(stuck, 1, 'stuck 1'),
      eventOf(stuck, 2, 'stuck 2'),
      eventOf(other, 1, 'other 1'),
      'no event',
    ]);
    const first = await retryWithout('stuck 1');
    expect(first.handled).toBe(1);
    expect(first.failed.map(({ reason }) => reason)).toEqual(['stuck 1 is broken', 'is no event']);
    expect(await handled()).toEqual(['other 1']);
    expect(await retryWithout()).toMatchObject({ handled: 2 });
    expect(await handled()).toEqual(['other 1', 'stuck 1', 'stuck 2']);
  });
});

describe('a batched message that an older version received', () => {
  const [first, second] = [eventOf(newId(), 1, 'first'), eventOf(newId(), 1, 'second')];
  const gathered = [first, second].map((event) => JSON.stringify(event)).join('\n');

  /** As a consumer handles republished events. */
  const take = (...events: readonly DomainEvent[]) =>
    stores.db.transaction().execute((tx) =>
      insertInbox(
        tx,
        NAME,
        events.map(({ id }) => id),
      ),
    );

  it('is not trusted, and is deleted once each of its events was redelivered', async () => {
    await makeDeadLetters([gathered]);
    const reason = 'contains several events; republish them, then redrive';
    for (const come of [[], [first]]) {
      await take(...come);
      const { handled: count, failed } = await retryWithout();
      expect([count, failed.map((each) => each.reason)]).toEqual([0, [reason]]);
    }
    await take(second);
    expect(await retryWithout()).toEqual({ handled: 1, failed: [] });
    expect(await retryWithout()).toEqual({ handled: 0, failed: [] });
    expect(await handled()).toEqual([]);
  });

  it('stays if one of its lines is no event', async () => {
    await makeDeadLetters([`${JSON.stringify(first)}\n{`]);
    await take(first);
    const { failed } = await retryWithout();
    expect(failed.map(({ reason }) => reason)).toEqual(['is no event']);
  });
});

describe('a consumer that recognizes handled events by its own rows', () => {
  it('drops dead letters that were redelivered meanwhile, alone or batched', async () => {
    const [known, other] = [eventOf(newId(), 1, 'known'), eventOf(newId(), 1, 'other')];
    const gathered = [known, other].map((event) => JSON.stringify(event)).join('\n');
    await stores.db.insertInto('handled').values({ event_id: known.id, name: 'known' }).execute();
    await makeDeadLetters([gathered, known, other]);
    const redrive = () =>
      redriveDeadLetters({
        name: NAME,
        db: stores.db,
        findKnown: findHandled,
        async handle(tx: Transaction<EventTables>, batch: readonly DomainEvent[]) {
          const rows = batch.map(({ id }) => ({ event_id: id, name: 'redriven' }));
          await tx.insertInto('handled').values(rows).execute();
        },
      });
    expect(await redrive()).toMatchObject({
      handled: 2,
      failed: [{ position: expect.anything() }],
    });
    expect(await handled()).toEqual(['known', 'redriven']);
    expect(await redrive()).toEqual({ handled: 1, failed: [] });
    expect(await handled()).toEqual(['known', 'redriven']);
  });
});
