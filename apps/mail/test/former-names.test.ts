import { newId } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { createDatabase } from '@florin/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import type { MailTables } from '../src/schema.ts';
import { createMailWorld, type MailWorld } from './start-mail.ts';

// These statements use the names before migration 0022. Processes of that version may run on the
// newer schema.

let world: MailWorld;
let opened: ReturnType<typeof openDatabase<MailTables>>;
beforeAll(async () => {
  world = await createMailWorld();
  opened = openDatabase<MailTables>({ url: world.url, poolSizeMax: 3 }, () => {});
});
afterAll(async () => {
  await opened.close();
  await world.stop();
});

const insert = (id: string, causeId: string, lane: string) =>
  sql`
    insert into letters (id, cause_id, kind, account_id, receiver, values, due_at, about, lane)
    values (${id}, ${causeId}, 'receipt', ${newId()}, 'ada@example.com', '{}', now(),
            array[]::uuid[], ${lane})
    on conflict do nothing`.execute(opened.db);

const read = (id: string) =>
  opened.db
    .selectFrom('messages')
    .select(['queue', 'attempts', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();

it('lets the previous version insert, lease, move, settle, resend and delete emails', async () => {
  const { db } = opened;
  const [id, causeId, again] = [newId(), newId(), newId()];
  await insert(id, causeId, 'told');
  await insert(newId(), causeId, 'told');
  const lease = () =>
    sql`
    update letters set attempts = attempts + 1, due_at = now() + interval '0 ms'
     where id in (
       select id from letters
        where id = ${id} and status = 'waiting' and due_at <= now() for update skip locked)
    returning id, kind, account_id, receiver, values, lane, attempts`.execute(db);
  const skipped = await db.transaction().execute(async (tx) => {
    await sql`select from messages where id = ${id} for update`.execute(tx);
    return (await lease()).rows;
  });
  expect(skipped).toEqual([]);
  expect((await lease()).rows).toMatchObject([{ id, lane: 'told', attempts: 1 }]);
  await sql`
    update letters set lane = 'filed', attempts = attempts - 1, due_at = now()
     where id = ${id} and attempts = 1 and status = 'waiting'`.execute(db);
  expect(await read(id)).toEqual({ queue: 'attachment', attempts: 0, status: 'waiting' });
  const { rows: settled } = await sql`
    with settled as (
      update letters set status = 'sent', reason = null, ended_at = now()
       where id = ${id} and status = 'waiting' returning account_id, kind, status)
    insert into account_hours (account_id, hour, sent)
    select account_id, date_trunc('hour', now()), 1 from settled
    on conflict (account_id, hour) do update set sent = account_hours.sent + 1
    returning sent`.execute(db);
  expect(settled).toEqual([{ sent: 1 }]);
  const { rows: resent } = await sql`
    insert into letters (id, cause_id, kind, account_id, receiver, values, about, lane)
    select ${again}, ${again}, kind, account_id, receiver, values, about, lane
      from letters where id = ${id}
    returning *`.execute(db);
  expect(resent).toMatchObject([{ id: again, lane: 'filed', status: 'waiting' }]);
  expect(await read(again)).toMatchObject({ queue: 'attachment' });
  await sql`
    delete from letters where id in (
      select id from letters where status <> 'waiting' order by ended_at limit 5)`.execute(db);
  expect(await read(id)).toBeUndefined();
});

it.each([
  ['asked', 'interactive'],
  ['told', 'notification'],
  ['filed', 'attachment'],
] as const)('keeps the queue equal under both names: %s', async (lane, queue) => {
  const { db } = opened;
  const [former, current, moved] = [newId(), newId(), newId()];
  const laneOf = async (id: string) => {
    const { rows } = await sql<{ lane: string }>`select lane from letters where id = ${id}`.execute(
      db,
    );
    return rows[0]?.lane;
  };
  await insert(former, newId(), lane);
  expect((await read(former))?.queue).toBe(queue);
  await sql`
    insert into messages (id, cause_id, kind, values, queue)
    values (${current}, ${newId()}, 'receipt', '{}', ${queue})`.execute(db);
  expect(await laneOf(current)).toBe(lane);
  for (const start of ['asked', 'told', 'filed']) {
    await insert(moved, moved, start);
    await sql`update messages set queue = ${queue} where id = ${moved}`.execute(db);
    expect(await laneOf(moved)).toBe(lane);
    expect((await read(moved))?.queue).toBe(queue);
    await sql`delete from letters where id = ${moved}`.execute(db);
  }
});

it('gives stored emails their queues while the previous version has prepared statements', async () => {
  const { adminUrl, drop } = await createDatabase();
  const before = Object.entries(migrations).filter(([name]) => name < '0022');
  const url = await prepareThrowawayDatabase(adminUrl, 'mail', Object.fromEntries(before));
  const { db, close } = openDatabase<MailTables>({ url, poolSizeMax: 1 }, () => {});
  await sql`
    insert into letters (id, cause_id, kind, values, lane)
    select uuidv7(), uuidv7(), 'receipt', '{}', lane
      from unnest(array['asked', 'told', 'filed']) lane`.execute(db);
  await sql`
    prepare postpone as
      update letters set due_at = now() where status = 'waiting' returning *`.execute(db);
  const postpone = () => sql<object>`execute postpone`.execute(db);
  const { rows } = await postpone();
  await prepareThrowawayDatabase(adminUrl, 'mail', migrations);
  const stored = await db.selectFrom('messages').select('queue').orderBy('id').execute();
  const again = await postpone();
  expect(again.rows.map(Object.keys)).toEqual(rows.map(Object.keys));
  expect(stored.map(({ queue }) => queue)).toEqual(['interactive', 'notification', 'attachment']);
  await close();
  await drop();
});
