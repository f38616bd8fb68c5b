import { newId } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { createDatabase } from '@florin/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { createLogDatabase } from './start-webhooks.ts';

// These statements use the names before migrations 0032 and 0033. Processes of that version may
// run on the newer schema.

let database: Awaited<ReturnType<typeof createLogDatabase>>;
let opened: ReturnType<typeof openDatabase<WebhooksTables>>;
beforeAll(async () => {
  database = await createLogDatabase();
  opened = openDatabase<WebhooksTables>({ url: database.url, poolSizeMax: 3 }, () => {});
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

async function insertEndpoint(db = opened.db): Promise<string> {
  const id = newId();
  await sql`
    insert into webhook_endpoints
           (id, account_id, url, event_types, status, failing_since, secret, created_at, updated_at)
    values (${id}, ${newId()}, 'https://example.com', '{*}', 'enabled', null, '', now(), now())`.execute(
    db,
  );
  return id;
}

it('lets the previous version insert, wake, lease, lock, release and delete queues', async () => {
  const { db } = opened;
  const id = await insertEndpoint();
  const readQueue = () =>
    db
      .selectFrom('endpoint_queues')
      .select(['failures', 'leased_until'])
      .where('endpoint_id', '=', id)
      .executeTakeFirst();
  const lease = () =>
    sql`
    update lanes set leased_until = now() + interval '1 minute'
      from webhook_endpoints
     where webhook_endpoints.id = lanes.endpoint_id and lanes.endpoint_id in (
       select lanes.endpoint_id from lanes
        where lanes.due_at <= now() and (lanes.leased_until is null or lanes.leased_until < now())
          for update skip locked)
    returning lanes.endpoint_id as "endpointId", lanes.failures`.execute(db);

  await sql`insert into lanes (endpoint_id) values (${id})`.execute(db);
  expect((await lease()).rows).toEqual([]);
  await sql`
    update lanes set due_at = least(due_at, greatest(now(), paused_until))
     where endpoint_id in (
       select endpoint_id from lanes where endpoint_id = ${id} order by endpoint_id for update)`.execute(
    db,
  );
  const skipped = await db.transaction().execute(async (tx) => {
    await sql`select from endpoint_queues where endpoint_id = ${id} for update`.execute(tx);
    return (await lease()).rows;
  });
  expect(skipped).toEqual([]);
  expect((await lease()).rows).toEqual([{ endpointId: id, failures: 0 }]);
  expect((await readQueue())?.leased_until).toBeInstanceOf(Date);
  await sql`select from lanes where endpoint_id = ${id} for update`.execute(db);
  await sql`
    update lanes set failures = 2, leased_until = null, due_at = 'infinity'
     where endpoint_id = ${id}`.execute(db);
  expect(await readQueue()).toEqual({ failures: 2, leased_until: null });
  await sql`delete from lanes where endpoint_id in (select ${id}::uuid)`.execute(db);
  expect(await readQueue()).toBeUndefined();
});

it('keeps published failures and event numbers equal under both names', async () => {
  const { db } = opened;
  const id = await insertEndpoint();
  const takeNumber = async (column: 'events_told' | 'events_published') => {
    const { rows } = await sql<{ number: number }>`
      update webhook_endpoints set ${sql.id(column)} = ${sql.id(column)} + 1
       where id = ${id} returning ${sql.id(column)} as number`.execute(db);
    return rows[0]?.number;
  };
  expect(await takeNumber('events_told')).toBe(1);
  expect(await takeNumber('events_published')).toBe(2);
  expect(await takeNumber('events_told')).toBe(3);

  const readFlags = async () => {
    const { rows } = await sql`
      select failing_told, is_failure_published from webhook_endpoints where id = ${id}`.execute(
      db,
    );
    return rows[0];
  };
  const set = (column: 'failing_told' | 'is_failure_published', to: boolean) =>
    sql`update webhook_endpoints set ${sql.id(column)} = ${to} where id = ${id}`.execute(db);
  await set('failing_told', true);
  expect(await readFlags()).toEqual({ failing_told: true, is_failure_published: true });
  await set('is_failure_published', false);
  expect(await readFlags()).toEqual({ failing_told: false, is_failure_published: false });
});

it('keeps what was published while the previous version has prepared statements', async () => {
  const { adminUrl, drop } = await createDatabase();
  const before = Object.entries(migrations).filter(([name]) => name < '0032');
  const url = await prepareThrowawayDatabase(adminUrl, 'webhooks', Object.fromEntries(before));
  const { db, close } = openDatabase<WebhooksTables>({ url, poolSizeMax: 1 }, () => {});
  const id = await insertEndpoint(db);
  await sql`update webhook_endpoints set failing_told = true, events_told = 3`.execute(db);
  await sql`insert into lanes (endpoint_id) values (${id})`.execute(db);
  await sql`prepare wake as update lanes set due_at = now() returning failures`.execute(db);
  const wake = () => sql`execute wake`.execute(db);
  await wake();
  await prepareThrowawayDatabase(adminUrl, 'webhooks', migrations);
  expect((await wake()).rows).toEqual([{ failures: 0 }]);
  const published = db
    .selectFrom('webhook_endpoints')
    .innerJoin('endpoint_queues', 'endpoint_queues.endpoint_id', 'webhook_endpoints.id')
    .select(['is_failure_published', 'events_published']);
  expect(await published.execute()).toEqual([{ is_failure_published: true, events_published: 3 }]);
  await close();
  await drop();
});
