import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type DomainEvent, newId, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import {
  addToOutbox,
  deletePublished,
  giveUpMissing,
  listUnpublished,
  markPublished,
  type OutboxRow,
  type OutboxTables,
  unmarkPublished,
} from './outbox.ts';
import {
  addConsumersToOutbox,
  addTraceToOutbox,
  createOutbox,
  moveOutboxToCursor,
} from './outbox-tables.ts';

interface Tables extends OutboxTables {
  aggregates: { id: string; version: bigint };
}
let database: Awaited<ReturnType<typeof openServiceDatabase<Tables>>>;
let db: Kysely<Tables>;
let outbox: Kysely<OutboxTables>;

beforeAll(async () => {
  database = await openServiceDatabase<Tables>(async (owner, appRole) => {
    await createOutbox(owner, appRole);
    await addTraceToOutbox(owner);
    await moveOutboxToCursor(owner, appRole);
    await addConsumersToOutbox(owner, appRole);
    await sql`create table aggregates (id uuid primary key, version bigint not null)`.execute(
      owner,
    );
    await sql`grant select, insert, update on aggregates to ${sql.id(appRole)}`.execute(owner);
  });
  db = database.db;
  outbox = db;
});
afterAll(() => database.drop());
beforeEach(() =>
  database.superuser.query(`
    truncate outgoing_events, aggregates, outbox_checkpoints restart identity;
    update outbox_cursor set position = 0, missing = '{}', watched = '{}', open_then = '{}'`),
);

function eventOf(aggregateId: Uuid, sequence: number | bigint): DomainEvent {
  return {
    id: newId(),
    type: 'thing.changed',
    created_at: '2026-01-31T00:00:00.000Z',
    account_id: null,
    aggregate_id: aggregateId,
    aggregate_sequence: Number(sequence),
    data: { object: { name: 'Zürich – 残高 🙂' } },
    request: { id: null, idempotency_key: null },
  };
}

const add = (...events: DomainEvent[]) => db.transaction().execute((tx) => addToOutbox(tx, events));
const idsOf = (rows: readonly Pick<OutboxRow, 'event_id'>[]) =>
  rows.map(({ event_id }) => event_id);
const listAll = () => listUnpublished(outbox, 1_000);

describe('events in the outbox', () => {
  it('are listed in write order, oldest first, up to a limit', async () => {
    const events = [1, 2, 3, 4].map((sequence) => eventOf(newId(), sequence));
    await add(...events.slice(0, 3));
    await add(...events.slice(3));
    await add();
    const rows = await listUnpublished(outbox, 3);
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual(events.slice(0, 3));
    expect(rows.map(({ type }) => type)).toEqual(Array(3).fill('thing.changed'));
  });

  it('are no longer listed once they are marked', async () => {
    const events = [1, 2, 3].map((sequence) => eventOf(newId(), sequence));
    await add(...events);
    await markPublished(outbox, (await listAll()).slice(0, 2));
    expect(idsOf(await listAll())).toEqual([events[2]?.id]);
  });

  it('are found although they commit after a later position', async () => {
    const early = eventOf(newId(), 1);
    const late = eventOf(newId(), 1);
    const listed: OutboxRow[] = [];
    await db.transaction().execute(async (tx) => {
      await addToOutbox(tx, [early]);
      await add(late);
      listed.push(...(await listAll()));
      await markPublished(outbox, listed);
    });
    listed.push(...(await listAll()));
    expect(idsOf(listed)).toEqual([late.id, early.id]);
    expect(listed[0]?.position).toBeGreaterThan(listed[1]?.position ?? 0n);
  });

  it('are listed exactly once and in order per aggregate, under concurrent writers', async () => {
    const aggregates = Array.from({ length: 6 }, newId);
    for (const id of aggregates)
      await db.insertInto('aggregates').values({ id, version: 0n }).execute();
    const committed = new Set<string>();
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 12 }, () => writeEvents(aggregates, 25, committed)),
    ).finally(() => {
      isWriting = false;
    });

    const published: OutboxRow[] = [];
    for (let wasWriting = true; wasWriting; ) {
      wasWriting = isWriting;
      for (let rows = await listUnpublished(outbox, 20); rows.length > 0; ) {
        published.push(...rows);
        await markPublished(outbox, rows);
        rows = await listUnpublished(outbox, 20);
      }
    }
    await writing;

    expect(idsOf(published).toSorted()).toEqual([...committed].sort());
    const sequences = new Map<string, number[]>();
    for (const { body } of published) {
      const { aggregate_id, aggregate_sequence } = JSON.parse(body) as DomainEvent;
      sequences.set(aggregate_id, [...(sequences.get(aggregate_id) ?? []), aggregate_sequence]);
    }
    for (const inOrder of sequences.values())
      expect(inOrder).toEqual(inOrder.map((_, index) => index + 1));
  });

  it('are numbered from 1 per aggregate', async () => {
    const aggregateId = newId();
    await add(eventOf(aggregateId, 1));
    await expect(add(eventOf(aggregateId, 1))).rejects.toMatchObject({ code: '23505' });
    await expect(add(eventOf(aggregateId, 0))).rejects.toMatchObject({ code: '23514' });
    await add(eventOf(newId(), 1), eventOf(aggregateId, 2));
    expect(await listAll()).toHaveLength(3);
  });

  it('roll back with their effect', async () => {
    const rollingBack = db.transaction().execute(async (tx) => {
      await addToOutbox(tx, [eventOf(newId(), 1)]);
      throw new Error('rolled back');
    });
    await expect(rollingBack).rejects.toThrow('rolled back');
    expect(await listAll()).toEqual([]);
  });

  it.each([
    `update outgoing_events set body = '{}'`,
    `update outgoing_events set type = 'thing.other'`,
    `update outgoing_events set event_id = gen_random_uuid()`,
    'update outgoing_events set aggregate_sequence = 2',
    'truncate outgoing_events',
    'alter table outgoing_events add column more int',
    'drop table outgoing_events',
  ])('cannot be changed by the service: %s', async (statement) => {
    const event = eventOf(newId(), 1);
    await add(event);
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
    const [row] = await listAll();
    expect(JSON.parse(row?.body ?? '')).toEqual(event);
  });

  it('are deleted in batches after their retention', async () => {
    const events = [1, 2, 3, 4, 5].map((sequence) => eventOf(newId(), sequence));
    await add(...events);
    await markPublished(outbox, (await listAll()).slice(0, 3));
    await database.superuser.query(`update outbox_checkpoints set at = now() - interval '8 days'`);
    await markPublished(outbox, (await listAll()).slice(0, 1));
    expect(await deletePublished(outbox, 9, 2)).toBe(0n);
    await database.superuser.query('update outbox_cursor set position = 0');
    expect(await deletePublished(outbox, 7, 2)).toBe(0n);
    await database.superuser.query('update outbox_cursor set position = 4');
    expect(await deletePublished(outbox, 7, 2)).toBe(2n);
    expect(await deletePublished(outbox, 7, 2)).toBe(1n);
    expect(await deletePublished(outbox, 7, 2)).toBe(0n);
    expect(await leftIn('outgoing_events')).toEqual([events[3]?.id, events[4]?.id]);
  });

  it('are published again from the requested minute on', async () => {
    const events = [1, 2, 3, 4].map((sequence) => eventOf(newId(), sequence));
    await add(...events);
    await markPublished(outbox, (await listAll()).slice(0, 2));
    await database.superuser.query(`update outbox_checkpoints set at = now() - interval '8 days'`);
    await markPublished(outbox, (await listAll()).slice(0, 1));
    const listed = await listAll();
    expect(await unmarkPublished(outbox, new Date(Date.now() - 3_600_000))).toBe(1);
    // Marking events that were in flight does not move the cursor past the republished ones.
    await markPublished(outbox, listed);
    expect(idsOf(await listAll())).toEqual([events[2]?.id, events[3]?.id]);
    expect(await unmarkPublished(outbox, new Date(0))).toBe(2);
    expect(idsOf(await listAll())).toEqual(events.map(({ id }) => id));
  });
});

const leftIn = async (table: 'outgoing_events') =>
  idsOf(await db.selectFrom(table).selectAll().orderBy('position').execute());

describe('positions without an event', () => {
  const missing = async () =>
    (await db.selectFrom('outbox_cursor').select('missing').executeTakeFirstOrThrow()).missing.map(
      Number,
    );

  async function rollBack(count: number): Promise<void> {
    const events = Array.from({ length: count }, () => eventOf(newId(), 1));
    const work = db.transaction().execute(async (tx) => {
      await addToOutbox(tx, events);
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
  }

  it('are given up once their writer has rolled back', async () => {
    await rollBack(3);
    const event = eventOf(newId(), 1);
    await add(event);
    await markPublished(outbox, await listAll());
    expect(await missing()).toEqual([1, 2, 3]);
    for (let look = 0; look < 2; look += 1) await giveUpMissing(outbox);
    expect(await missing()).toEqual([]);
    await add(eventOf(newId(), 1));
    expect(await listAll()).toHaveLength(1);
  });

  it('are waited for as long as their transaction is open', async () => {
    const early = eventOf(newId(), 1);
    await db.transaction().execute(async (tx) => {
      await addToOutbox(tx, [early]);
      await add(eventOf(newId(), 1));
      await markPublished(outbox, await listAll());
      for (let look = 0; look < 5; look += 1) await giveUpMissing(outbox);
      expect(await missing()).toEqual([1]);
    });
    for (let look = 0; look < 2; look += 1) await giveUpMissing(outbox);
    expect(idsOf(await listAll())).toEqual([early.id]);
  });
});

describe('a service of the previous version', () => {
  const unpublished = () =>
    sql<OutboxRow>`
      select position, event_id, type, body, trace_parent from outbox
       where published_at is null order by position limit 500`.execute(db);
  const write = (event: DomainEvent) =>
    sql`
      insert into outbox (event_id, aggregate_id, aggregate_sequence, type, body, trace_parent)
      select * from unnest(${[event.id]}::uuid[], ${[event.aggregate_id]}::uuid[],
        ${[event.aggregate_sequence]}::bigint[], ${[event.type]}::text[],
        ${[JSON.stringify(event)]}::text[], ${['trace']}::text[])`.execute(db);
  const mark = (positions: readonly bigint[]) =>
    sql`update outbox set published_at = now() where position = any(${positions}::bigint[])`.execute(
      db,
    );

  it('writes and publishes alongside this version', async () => {
    const events = [1, 2, 3, 4].map((sequence) => eventOf(newId(), sequence));
    for (const event of events) await write(event);
    await markPublished(outbox, (await listAll()).slice(0, 1));
    const { rows } = await unpublished();
    expect(idsOf(rows)).toEqual(events.slice(1).map(({ id }) => id));
    expect(rows[0]?.trace_parent).toBe('trace');
    await mark(rows.slice(0, 2).map(({ position }) => position));
    expect(idsOf(await listAll())).toEqual([events[3]?.id]);
    expect((await unpublished()).rows).toHaveLength(1);
  });

  it('finds events that commit late before the published ones', async () => {
    const early = eventOf(newId(), 1);
    await db.transaction().execute(async (tx) => {
      await addToOutbox(tx, [early]);
      await add(eventOf(newId(), 1));
      await mark((await unpublished()).rows.map(({ position }) => position));
    });
    expect(idsOf((await unpublished()).rows)).toEqual([early.id]);
    await mark((await unpublished()).rows.map(({ position }) => position));
    expect((await unpublished()).rows).toEqual([]);
  });

  it('finds an event by its id, and cannot delete any', async () => {
    const event = eventOf(newId(), 1);
    await add(event);
    await markPublished(outbox, await listAll());
    const found = await sql`select from outbox where event_id = ${event.id}`.execute(db);
    expect(found.rows).toHaveLength(1);
    await sql`delete from outbox where published_at < now()`.execute(db);
    expect(await leftIn('outgoing_events')).toEqual([event.id]);
  });
});

/** Changes aggregates one after another, each with an event. One in twenty rolls back. */
async function writeEvents(
  aggregates: readonly Uuid[],
  count: number,
  committed: Set<string>,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const rollBack = new Error('rolled back');
    const id = await db
      .transaction()
      .execute(async (tx) => {
        const event = await change(tx, aggregates[randomInt(aggregates.length)] ?? '');
        await pause(randomInt(4)); // Randomizes the commit order of positions.
        if (randomInt(20) === 0) throw rollBack;
        return event.id;
      })
      .catch((error: unknown) => {
        if (error !== rollBack) throw error;
      });
    if (id) committed.add(id);
  }
}

async function change(tx: Transaction<Tables>, aggregateId: Uuid): Promise<DomainEvent> {
  const { version } = await tx
    .updateTable('aggregates')
    .set({ version: sql`version + 1` })
    .where('id', '=', aggregateId)
    .returning('version')
    .executeTakeFirstOrThrow();
  const event = eventOf(aggregateId, version);
  await addToOutbox(tx, [event]);
  return event;
}
