import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, followStream } from '@florin/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { logInAs, newOwner } from '../contract/people.ts';

const stops: (() => unknown)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
});

/** Verifies each delivery; fails some at first. */
async function startReceiver() {
  const received: { readonly id: string; readonly type: string }[] = [];
  let secret = '';
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    calls += 1;
    if (calls === 1) return void response.writeHead(500).end();
    const headers = request.headers as Record<string, string>;
    received.push(new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers) as never);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    trust(given: string) {
      secret = given;
    },
  };
}

it('delivers payment events, signed, and retries failed deliveries', async () => {
  const owner = await newOwner();
  const receiver = await startReceiver();
  const { body: endpoint } = await owner.call('POST', '/v1/webhook_endpoints', {
    body: { url: receiver.url, event_types: ['transaction.*'] },
  });
  receiver.trust(endpoint.secret);
  const body = { account_id: owner.accountId, currency: 'USD', type: 'credit', amount: 5 };
  const credits = [];
  for (let count = 0; count < 3; count += 1)
    credits.push((await owner.call('POST', '/v1/transactions', { body })).body.id);
  await eventually(async () => expect(receiver.received).toHaveLength(3));
  const events = receiver.received as unknown as { data: { object: { id: string } } }[];
  expect(events.map(({ data }) => data.object.id).toSorted()).toEqual(credits.toSorted());
  const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
  await eventually(async () => {
    const { body: list } = await owner.call('GET', path);
    const attempts = list.data.map(({ attempts: made }: { attempts: number }) => made);
    expect(attempts.toSorted()).toEqual([1, 1, 2]);
  });
});

describe('a stream', () => {
  it('ends with the session that opened it, and no other stream does', async () => {
    const owner = await newOwner();
    const other = await logInAs(owner.email, owner.password);
    const open = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return followStream(await fetch(`${baseUrl()}/v1/events/stream`, { headers }));
    };
    const [ours, others] = [await open(owner.token), await open(other.token)];
    await owner.call('DELETE', '/v1/auth/session');
    await ours.ended;
    await logInAs(owner.email, owner.password);
    await eventually(async () => {
      expect(others.messages.map(({ event }) => event)).toContain('session.created');
    });
    await others.leave();
  });
});
