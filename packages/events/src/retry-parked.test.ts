import { type DomainEvent, newId } from '@florin/contracts';
import { park } from '@florin/database';
import type { Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventTables, openEventStores } from '../test/event-stores.ts';
import { eventOf } from '../test/nats-server.ts';
import { retryParked } from './retry-parked.ts';

let stores: Awaited<ReturnType<typeof openEventStores>>;
beforeAll(async () => {
  stores = await openEventStores();
});
afterAll(() => stores.drop());
afterEach(() => stores.empty());

const NAME = 'reader';

async function parkAll(events: readonly (DomainEvent | string)[]): Promise<void> {
  for (const event of events) {
    const isEvent = typeof event !== 'string';
    await stores.db.transaction().execute((tx) =>
      park(tx, NAME, {
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
  return retryParked({
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

describe('retrying parked events', () => {
  it('handles them in the order in which they were parked, once', async () => {
    const aggregate = newId();
    await parkAll([1, 2, 3].map((sequence) => eventOf(aggregate, sequence, `event ${sequence}`)));
    expect(await retryWithout()).toEqual({ handled: 3, failed: [] });
    expect(await retryWithout()).toEqual({ handled: 0, failed: [] });
    expect(await handled()).toEqual(['event 1', 'event 2', 'event 3']);
  });

  it('leaves what fails still, and what waits behind it, while others go on', async () => {
    const [stuck, other] = [newId(), newId()];
    await parkAll([
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
