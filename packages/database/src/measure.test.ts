import { randomUUID } from 'node:crypto';
import { newId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../test/service-database.ts';
import {
  createInbox,
  type InboxTables,
  insertDeadLetter,
  renameParkedEvents,
} from './events/inbox.ts';
import type { OutboxTables } from './events/outbox.ts';
import { addToOutbox, listUnpublished, markPublished } from './events/outbox.ts';
import {
  addConsumersToOutbox,
  addTraceToOutbox,
  createOutbox,
  moveOutboxToCursor,
} from './events/outbox-tables.ts';
import { makeLeaseHolder } from './leases/lease-holder.ts';
import { createLeases, type LeaseTables } from './leases/leases.ts';
import { countDeadLetters, listLeases, measureOutbox } from './measure.ts';

type Tables = OutboxTables & InboxTables & LeaseTables;
let database: Awaited<ReturnType<typeof openServiceDatabase<Tables>>>;
let outbox: Kysely<OutboxTables>;
let leases: Kysely<LeaseTables>;

beforeAll(async () => {
  database = await openServiceDatabase<Tables>(async (db, role) => {
    await createOutbox(db, role);
    await addTraceToOutbox(db);
    await moveOutboxToCursor(db, role);
    await addConsumersToOutbox(db, role);
    await createInbox(db, role);
    await renameParkedEvents(db, role);
    await createLeases(db, role);
  });
  outbox = database.db;
  leases = database.db;
});
afterAll(() => database.drop());

function addEvent() {
  const event = {
    id: newId(),
    type: 'thing.changed',
    created_at: '2026-01-31T00:00:00.000Z',
    account_id: null,
    aggregate_id: newId(),
    aggregate_sequence: 1,
    data: { object: {} },
    request: { id: null, idempotency_key: null },
  };
  return database.db.transaction().execute((tx) => addToOutbox(tx, [event]));
}

it('measures the unpublished events', async () => {
  expect(await measureOutbox(outbox)).toEqual({ backlog: 0, ageSeconds: 0 });
  await addEvent();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await addEvent();
  const { backlog, ageSeconds } = await measureOutbox(outbox);
  expect(backlog).toBe(2);
  expect(ageSeconds).toBeGreaterThan(0.2);
  await markPublished(outbox, await listUnpublished(outbox, 1));
  const later = await measureOutbox(outbox);
  expect(later.backlog).toBe(1);
  expect(later.ageSeconds).toBeLessThan(ageSeconds);
});

it('counts dead letters per consumer', async () => {
  const message = { eventId: null, aggregateId: null, reason: 'is no event' };
  await database.db.transaction().execute(async (tx) => {
    await insertDeadLetter(tx, 'webhooks', { ...message, body: Buffer.from('1') });
    await insertDeadLetter(tx, 'webhooks', { ...message, body: Buffer.from('2') });
    await insertDeadLetter(tx, 'billing', { ...message, body: Buffer.from('1') });
  });
  const counts = await countDeadLetters(database.db);
  expect(new Map(counts.map(({ consumer, letters }) => [consumer, letters]))).toEqual(
    new Map([
      ['webhooks', 2],
      ['billing', 1],
    ]),
  );
});

it('knows how long this process has held a lease, and when it expires', async () => {
  const name = randomUUID();
  const mine = makeLeaseHolder(leases, name, 60_000);
  const theirs = makeLeaseHolder(leases, name, 60_000);
  expect(await mine.acquire()).toBe(true);
  expect(await theirs.acquire()).toBe(false);
  const before = mine.heldMs() ?? -1;
  await mine.acquire();
  expect(mine.heldMs()).toBeGreaterThan(before);
  expect(theirs.heldMs()).toBeUndefined();
  const left = (await listLeases(leases)).find((lease) => lease.name === name)?.secondsLeft;
  expect(left).toBeGreaterThan(50);
  expect(left).toBeLessThanOrEqual(60);
  await mine.release();
  expect(mine.heldMs()).toBeUndefined();
  expect(await theirs.acquire()).toBe(true);
});

it('counts a lease that was not renewed in time as lost', async () => {
  const leaseHolder = makeLeaseHolder(leases, randomUUID(), 20);
  await leaseHolder.acquire();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(leaseHolder.heldMs()).toBeUndefined();
});

it('makes no query while more than half of a lease is left', async () => {
  const name = randomUUID();
  const leaseHolder = makeLeaseHolder(leases, name, 60_000);
  expect(await leaseHolder.acquire()).toBe(true);
  await leases.deleteFrom('leases').where('name', '=', name).execute();
  expect(await leaseHolder.acquire()).toBe(true);
  expect((await listLeases(leases)).map((lease) => lease.name)).not.toContain(name);
});
