import { newId } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import {
  createInbox,
  findSetAside,
  type InboxTables,
  insertDeadLetter,
  insertInbox,
  pruneInbox,
  renameParkedEvents,
} from './inbox.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase<InboxTables>>>;

beforeAll(async () => {
  database = await openServiceDatabase<InboxTables>(async (owner, appRole) => {
    await createInbox(owner, appRole);
    await renameParkedEvents(owner, appRole);
  });
});
afterAll(() => database.drop());
beforeEach(() => database.superuser.query('truncate inbox, dead_letters'));

const inTransaction = <Result>(work: (tx: Transaction<InboxTables>) => Promise<Result>) =>
  database.db.transaction().execute(work);
const take = (consumer: string, ...ids: string[]) =>
  inTransaction((tx) => insertInbox(tx, consumer, ids));

describe('the inbox', () => {
  it('distinguishes events that are new to a consumer', async () => {
    const [a, b, c] = [newId(), newId(), newId()];
    expect(await take('mailer', a, b, b)).toEqual(new Set([a, b]));
    expect(await take('mailer', c, b, a)).toEqual(new Set([c]));
    expect(await take('mailer')).toEqual(new Set());
    expect(await take('another', a)).toEqual(new Set([a]));
  });

  it('deletes the oldest events that can no longer be redelivered, a bounded number at a time', async () => {
    const ids = Array.from({ length: 5 }, newId);
    await take('mailer', ...ids);
    await take('another', ...ids);
    await database.superuser.query(
      `update inbox set received_at = now() - interval '46 days' where event_id <> $1`,
      [ids[4]],
    );
    for (const deleted of [2n, 2n, 0n])
      expect(await pruneInbox(database.db, 'mailer', 45, 2)).toBe(deleted);
    expect(await take('mailer', ...ids)).toEqual(new Set(ids.slice(0, 4)));
    expect(await take('another', ...ids)).toEqual(new Set());
  });

  it('drops events of a transaction that rolled back', async () => {
    const id = newId();
    const rollingBack = inTransaction(async (tx) => {
      await insertInbox(tx, 'mailer', [id]);
      throw new Error('rolled back');
    });
    await expect(rollingBack).rejects.toThrow('rolled back');
    expect(await take('mailer', id)).toEqual(new Set([id]));
  });

  it('gives an event to one of two concurrent consumers', async () => {
    const [a, b] = [newId(), newId()];
    let second: Promise<ReadonlySet<string>> | undefined;
    await inTransaction(async (tx) => {
      await insertInbox(tx, 'mailer', [a]);
      second = take('mailer', b, a);
      await database.waitForLock();
    });
    expect(await second).toEqual(new Set([b]));
  });

  it('never deadlocks between batches in different orders', async () => {
    const ids = Array.from({ length: 200 }, newId);
    const takers = Array.from({ length: 8 }, (_, n) =>
      take('mailer', ...(n % 2 ? ids : ids.toReversed())),
    );
    const taken = (await Promise.all(takers)).map((set) => set.size);
    expect(taken.toSorted((a, b) => b - a)).toEqual([200, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a dead letter', () => {
  const broken = { eventId: null, aggregateId: null, reason: 'is no event' };

  it('is stored unchanged, byte for byte', async () => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await inTransaction((tx) => insertDeadLetter(tx, 'mailer', { ...broken, body }));
    const rows = await database.db.selectFrom('dead_letters').selectAll().execute();
    expect(rows).toMatchObject([
      { consumer: 'mailer', event_id: null, aggregate_id: null, reason: 'is no event' },
    ]);
    expect(new Uint8Array(rows[0]?.body ?? [])).toEqual(body);
  });

  it('is stored once per consumer', async () => {
    const body = Buffer.from('not json');
    for (const consumer of ['mailer', 'mailer', 'another'])
      await inTransaction((tx) => insertDeadLetter(tx, consumer, { ...broken, body }));
    const rows = await database.db.selectFrom('dead_letters').select('consumer').execute();
    expect(rows.map(({ consumer }) => consumer).sort()).toEqual(['another', 'mailer']);
  });

  it('may have any reason', async () => {
    const reason = 'invalid byte \0 and half a character \ud800';
    await inTransaction((tx) =>
      insertDeadLetter(tx, 'mailer', { ...broken, body: Buffer.from('x'), reason }),
    );
    const rows = await database.db.selectFrom('dead_letters').select('reason').execute();
    expect(rows).toEqual([{ reason: 'invalid byte \ufffd and half a character \ufffd' }]);
  });

  it('blocks its aggregate for the consumer that failed', async () => {
    const [blocked, other] = [newId(), newId()];
    const message = { eventId: newId(), aggregateId: blocked, body: Buffer.from('{}'), reason: '' };
    await inTransaction((tx) => insertDeadLetter(tx, 'mailer', message));
    const events = [
      { id: message.eventId, aggregate_id: blocked },
      { id: newId(), aggregate_id: other },
      { id: newId(), aggregate_id: blocked },
    ];
    const find = (consumer: string) => inTransaction((tx) => findSetAside(tx, consumer, events));
    expect(await find('mailer')).toEqual({
      aggregateIds: new Set([blocked]),
      eventIds: new Set([message.eventId]),
    });
    expect(await find('another')).toEqual({ aggregateIds: new Set(), eventIds: new Set() });
  });

  it('keeps its order', async () => {
    const bodies = ['c', 'a', 'b'];
    for (const body of bodies)
      await inTransaction((tx) =>
        insertDeadLetter(tx, 'mailer', { ...broken, body: Buffer.from(body) }),
      );
    const rows = await database.db
      .selectFrom('dead_letters')
      .select('body')
      .orderBy('position')
      .execute();
    expect(rows.map(({ body }) => body.toString())).toEqual(bodies);
  });
});
