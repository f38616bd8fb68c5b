import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

it('deletes inbox rows once their events cannot be sent again', async () => {
  const [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  const insert = (age: string) =>
    database.query(
      `insert into webhooks.inbox (consumer, event_id, received_at)
       select 'webhooks', gen_random_uuid(), now() - $1::interval`,
      [age],
    );
  await insert('46 days');
  await insert('44 days');
  const webhooks = await startWebhooks(database, bus);
  await eventually(async () => {
    const left = await database.query(
      `select (now() - received_at < interval '45 days') as "isRecent" from webhooks.inbox`,
    );
    expect(left).toEqual([{ isRecent: true }]);
  });
  await webhooks.stop();
  await Promise.all([bus.stop(), database.drop()]);
});

it.each([30, 7])('deletes deliveries after %i days, including pending ones', async (kept) => {
  const [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  const insert = (age: string, status: string) =>
    database.query(
      `with endpoint as (
         insert into webhooks.webhook_endpoints
           (id, account_id, url, event_types, status, secret, created_at, updated_at)
         values (gen_random_uuid(), gen_random_uuid(), '', '{*}', 'disabled', '', now(), now())
         returning id)
       insert into webhooks.deliveries
         (id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at)
       select gen_random_uuid(), id, gen_random_uuid(), 'user.created', $2,
              case when $2 = 'pending' then now() end, now() - $1::interval from endpoint`,
      [age, status],
    );
  for (const status of ['pending', 'delivered', 'dead']) {
    await insert(`${kept + 1} days`, status);
    await insert(`${kept - 1} days`, status);
  }
  const webhooks = await startWebhooks(database, bus, { deliveriesKeptDays: kept });
  await eventually(async () => {
    const left = await database.query<{ status: string; isRecent: boolean }>(
      `select status, now() - created_at < $1 * interval '1 day' as "isRecent"
         from webhooks.deliveries order by status`,
      [kept],
    );
    expect(left).toEqual(
      ['dead', 'delivered', 'pending'].map((status) => ({ status, isRecent: true })),
    );
  });
  await webhooks.stop();
  await Promise.all([bus.stop(), database.drop()]);
});
