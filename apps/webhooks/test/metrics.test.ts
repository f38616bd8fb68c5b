import { newId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { measureDeliveries } from '../src/metrics.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { createLogDatabase } from './start-webhooks.ts';
import { useWebhooks } from './use-webhooks.ts';

const { webhooks, happen, receive, createEndpoint } = useWebhooks();

it('counts pending deliveries, and measures the age of events when logged', async () => {
  const account = newId();
  const receiver = await receive((response) => response.writeHead(500).end());
  await createEndpoint(account, { url: receiver.url });
  await happen(account, 3);
  await eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${webhooks().httpPort}/metrics`)).text();
    expect(text).toContain('\nflorin_webhook_deliveries_pending 3\n');
    expect(text).toContain('\nflorin_event_lag_seconds_count 3\n');
    expect(text).toMatch(/^florin_webhook_lag_seconds [\d.]+$/m);
  });
});

it('measures how long the longest waiting endpoint has waited for a process', async () => {
  const database = await createLogDatabase();
  const { db, close } = openDatabase<WebhooksTables>(
    { url: database.url, poolSizeMax: 1 },
    () => {},
  );
  const lag = async () => (await measureDeliveries(db)).lagSeconds;
  const addLane = (due: string, leasedUntil: string | null) =>
    database.query(
      `with endpoint as (
         insert into webhooks.webhook_endpoints
           (id, account_id, url, event_types, status, secret, created_at, updated_at)
         values (gen_random_uuid(), gen_random_uuid(), '', '{*}', 'enabled', '', now(), now())
         returning id)
       insert into webhooks.endpoint_queues (endpoint_id, due_at, leased_until)
       select id, now() + $1::interval, now() + $2::interval from endpoint`,
      [due, leasedUntil],
    );
  await addLane('1 minute', null);
  await addLane('-1 hour', '1 second');
  expect(await lag()).toBe(0);
  await addLane('-1 hour', '-10 minutes');
  expect(Math.round((await lag()) / 60)).toBe(10);
  await addLane('-20 minutes', null);
  expect(Math.round((await lag()) / 60)).toBe(20);
  await close();
  await database.drop();
});
