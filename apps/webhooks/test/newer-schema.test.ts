import { newId } from '@florin/contracts';
import { eventually, widenSchema } from '@florin/testing';
import { expect, it } from 'vitest';
import type { startWebhooks } from './start-webhooks.ts';
import { ownerOf, useWebhooks } from './use-webhooks.ts';

const { webhooks, database, startAnother, happen, receive, createEndpoint } = useWebhooks();

type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;

/** Reads and writes every table: logs, delivers, shows and replays events. */
async function live(at: Webhooks): Promise<void> {
  const account = newId();
  const receiver = await receive();
  const endpoint = await createEndpoint(account, { url: receiver.url });
  const ids = await happen(account, 3);
  await eventually(async () => expect(receiver.received).toHaveLength(3));
  const caller = ownerOf(account);
  const on = (method: string, path: string, body?: object, idempotencyKey?: string) =>
    at.call(method, path, { caller, body, ...(idempotencyKey && { idempotencyKey }) });
  const path = `/v1/webhook_endpoints/${endpoint.id}`;
  const from = new Date(Date.now() - 60_000).toISOString();
  const again = { from, to: new Date().toISOString() };
  const answers = [
    await on('GET', `/v1/events/${ids[0]}`),
    await on('GET', '/v1/events?limit=2'),
    await on('GET', '/v1/audit_log?limit=2'),
    await on('GET', '/v1/webhook_endpoints'),
    await on('GET', path),
    await on('PATCH', path, { event_types: ['payment.*'] }),
    await on('POST', `${path}/rotate`, undefined, 'a-key'),
    await on('POST', `${path}/test`),
    await on('POST', `${path}/replay`, again),
    await on('GET', `${path}/deliveries?limit=2&status=delivered`),
  ];
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  // The three, the test, and the three again.
  await eventually(async () => expect(receiver.received).toHaveLength(7));
  expect((await on('DELETE', path)).status).toBeLessThan(300);
}

it('keeps working while a newer version migrates its tables, and starts on them', async () => {
  await live(webhooks());
  await database().query(widenSchema('webhooks'));
  await live(webhooks());
  const another = await startAnother();
  await live(another);
  await another.stop();
  for (const { logged } of [webhooks(), another])
    expect(logged().filter((line) => 'level' in line && Number(line.level) >= 50)).toEqual([]);
});
