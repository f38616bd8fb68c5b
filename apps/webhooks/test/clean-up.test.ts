import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

it('forgets what it has seen when nobody can send it again', async () => {
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
