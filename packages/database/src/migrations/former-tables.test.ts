import { newId } from '@florin/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import {
  createInbox,
  type InboxTables,
  listDeadLetters,
  renameParkedEvents,
} from '../events/inbox.ts';
import { createSteps, renameSteps, type SagaTables } from '../sagas/sagas.ts';

// These are statements of version 0.1.0, which may run on a newer schema.

let database: Awaited<ReturnType<typeof openServiceDatabase<InboxTables & SagaTables>>>;
beforeAll(async () => {
  database = await openServiceDatabase(async (owner, appRole) => {
    await createSteps(owner, appRole);
    await createInbox(owner, appRole);
    await renameSteps(owner, appRole);
    await renameParkedEvents(owner, appRole);
  });
});
afterAll(() => database.drop());

it('lets the previous version create, take over, postpone, finish and delete saga steps', async () => {
  const { db } = database;
  const id = newId();
  const { rows: begun } = await sql`
    insert into steps (id, kind, step, state, scope, key, leased_until, finished_at)
    values (${id}, 'thing', 'first', '{}', null, null, clock_timestamp() - interval '1 s', null)
    returning id, step, state, version, scope, key`.execute(db);
  expect(begun).toMatchObject([{ id, step: 'first', version: 1n }]);
  const takeOver = () =>
    sql`
    update steps set version = version + 1, attempts = attempts + 1,
                     leased_until = clock_timestamp() - interval '1 s'
     where id = (select id from steps
                  where kind = 'thing' and finished_at is null and leased_until < clock_timestamp()
                  order by leased_until limit 1 for update skip locked)
    returning id, step, state, version, scope, key`.execute(db);
  expect((await takeOver()).rows).toMatchObject([{ id, version: 2n }]);
  const { rows: skipped } = await db.transaction().execute(async (tx) => {
    await sql`select from saga_runs where id = ${id} for update`.execute(tx);
    return takeOver();
  });
  expect(skipped).toEqual([]);
  const moved = sql`
    update steps set step = 'last', version = 3, finished_at = clock_timestamp()
     where id = ${id} and version = 2 returning id`;
  expect((await moved.execute(db)).rows).toEqual([{ id }]);
  const run = await db.selectFrom('saga_runs').selectAll().executeTakeFirstOrThrow();
  expect(run).toMatchObject({ id, step: 'last', version: 3n, attempts: 1 });
  await sql`delete from steps where id in (select id from steps where finished_at < now())`.execute(
    db,
  );
  expect(await db.selectFrom('saga_runs').selectAll().execute()).toEqual([]);
});

it('lets the previous version add, list and remove dead letters', async () => {
  const { db } = database;
  const [eventId, aggregateId] = [newId(), newId()];
  const park = () =>
    sql`
    insert into parked_events (consumer, event_id, aggregate_id, body, reason)
    values ('webhooks', ${eventId}, ${aggregateId}, ${Buffer.from('{}')}, 'no luck')
    on conflict do nothing`.execute(db);
  await park();
  await park();
  const [letter, ...others] = await listDeadLetters(db, 'webhooks', 10);
  expect(letter).toMatchObject({ event_id: eventId, aggregate_id: aggregateId, reason: 'no luck' });
  expect(others).toEqual([]);
  const { rows } = await sql`
    select position, event_id, aggregate_id, reason, parked_at from parked_events
     where consumer = 'webhooks' order by position limit 1`.execute(db);
  expect(rows).toMatchObject([{ event_id: eventId, parked_at: letter?.created_at }]);
  const { rows: taken } = await sql`
    delete from parked_events where position = ${letter?.position} returning body`.execute(db);
  expect(taken).toEqual([{ body: Buffer.from('{}') }]);
  expect(await listDeadLetters(db, 'webhooks', 10)).toEqual([]);
});
