import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type DomainEvent, newId, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import {
  addToOutbox,
  addTraceToOutbox,
  createOutbox,
  deletePublished,
  listUnpublished,
  markPublished,
  type OutboxRow,
  type OutboxTables,
} from './outbox.ts';

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
    await sql`create table aggregates (id uuid primary key, version bigint not null)`.execute(
      owner,
    );
    await sql`grant select, insert, update on aggregates to ${sql.id(appRole)}`.execute(owner);
  });
  db = database.db;
  outbox = db;
});
afterAll(() => database.drop());
beforeEach(() => database.superuser.query('truncate outbox, aggregates'));

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
const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ event_id }) => event_id);
const listAll = () => listUnpublished(outbox, 1_000);

describe('events in the outbox', () => {
  it('are listed as they were written, oldest first, up to a bound', async () => {
    const events = [1, 2, 3, 4].map((sequence) => eventOf(newId(), sequence));
    await add(...events.slice(0, 3));
    await add(...events.slice(3));
    await add();
    const rows = await listUnpublished(outbox, 3);
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual(events.slice(0, 3));
    expect(rows.map(({ type }) => type)).toEqual(Array(3).fill('thing.changed'));
  });

  it('are gone from the list once they are marked', async () => {
    const events = [1, 2, 3].map((sequence) => eventOf(newId(), sequence));
    await add(...events);
    const [first, second] = await listAll();
    await markPublished(outbox, [first?.position ?? 0n, second?.position ?? 0n]);
    expect(idsOf(await listAll())).toEqual([events[2]?.id]);
  });

  it('are found although they commit behind a later position', async () => {
    const early = eventOf(newId(), 1);
    const late = eventOf(newId(), 1);
    const listed: OutboxRow[] = [];
    await db.transaction().execute(async (tx) => {
      await addToOutbox(tx, [early]);
      await add(late);
      listed.push(...(await listAll()));
      await markPublished(
        outbox,
        listed.map(({ position }) => position),
      );
    });
    listed.push(...(await listAll()));
    expect(idsOf(listed)).toEqual([late.id, early.id]);
    expect(listed[0]?.position).toBeGreaterThan(listed[1]?.position ?? 0n);
  });

  it('are listed exactly once and in order per aggregate, however their writers interleave', async () => {
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
        await markPublished(
          outbox,
          rows.map(({ position }) => position),
        );
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

  it('have one place each in the order of their aggregate, counted from 1', async () => {
    const aggregateId = newId();
    await add(eventOf(aggregateId, 1));
    await expect(add(eventOf(aggregateId, 1))).rejects.toMatchObject({ code: '23505' });
    await expect(add(eventOf(aggregateId, 0))).rejects.toMatchObject({ code: '23514' });
    await add(eventOf(newId(), 1), eventOf(aggregateId, 2));
    expect(await listAll()).toHaveLength(3);
  });

  it('are gone with the effect that is rolled back', async () => {
    const rollingBack = db.transaction().execute(async (tx) => {
      await addToOutbox(tx, [eventOf(newId(), 1)]);
      throw new Error('rolled back');
    });
    await expect(rollingBack).rejects.toThrow('rolled back');
    expect(await listAll()).toEqual([]);
  });

  it.each([
    `update outbox set body = '{}'`,
    `update outbox set type = 'thing.other'`,
    `update outbox set event_id = gen_random_uuid()`,
    'update outbox set aggregate_sequence = 2',
    'truncate outbox',
    'alter table outbox add column more int',
    'drop table outbox',
  ])('are not for the service to change: %s', async (statement) => {
    const event = eventOf(newId(), 1);
    await add(event);
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
    const [row] = await listAll();
    expect(JSON.parse(row?.body ?? '')).toEqual(event);
  });

  it('are deleted once they were published long enough ago, some at a time', async () => {
    const events = [1, 2, 3, 4, 5].map((sequence) => eventOf(newId(), sequence));
    await add(...events);
    const published = (await listAll()).slice(0, 4).map(({ position }) => position);
    await markPublished(outbox, published);
    await database.superuser.query(
      `update outbox set published_at = now() - interval '8 days' where position = any($1)`,
      [published.slice(0, 3).map(String)],
    );
    expect(await deletePublished(outbox, 7, 2)).toBe(2n);
    expect(await deletePublished(outbox, 7, 2)).toBe(1n);
    expect(await deletePublished(outbox, 7, 2)).toBe(0n);
    const left = await db.selectFrom('outbox').select('event_id').orderBy('position').execute();
    expect(left.map(({ event_id }) => event_id)).toEqual([events[3]?.id, events[4]?.id]);
  });
});

/** Changes aggregates one after the other, each with its event; one in twenty rolls back. */
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
        await pause(randomInt(4)); // Positions now commit in another order than they were taken.
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
