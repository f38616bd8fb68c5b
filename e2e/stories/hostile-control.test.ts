import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOrderly } from '../expect-orderly.ts';
import { bodiesOf, type HostileBody, hostileBodies } from '../hostile-input.ts';
import { callRaw } from '../raw-call.ts';

/** Answers in our format unless something fails, and validates nothing. */
const naive: Server = createServer(async (request, response) => {
  response.setHeader('Request-Id', 'req_naive');
  try {
    const sent = await buffer(request);
    const isPacked = request.headers['content-encoding'] === 'gzip';
    const body = JSON.parse((isPacked ? gunzipSync(sent) : sent).toString());
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(
      JSON.stringify({ name: body.name.trim(), amount: BigInt(body.amount).toString() }),
    );
  } catch (error) {
    response.writeHead(500, { 'Content-Type': 'text/html' });
    response.end(`<html><pre>${(error as Error).stack}</pre></html>`);
  }
});
let at: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => naive.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(naive.address() as AddressInfo).port}`;
});
afterAll(() => {
  naive.close();
});

async function isOrderly(
  { name, type, body }: HostileBody,
  encoding: Record<string, string> = {},
): Promise<boolean> {
  const headers = { ...(type === undefined ? {} : { 'Content-Type': type }), ...encoding };
  const answer = await callRaw('POST', '/v1/transactions', { at, headers, body });
  try {
    expectOrderly(name, answer);
    return true;
  } catch {
    return false;
  }
}

describe('a naive server in the tests of hostile input', () => {
  it('answers orderly only to valid requests', async () => {
    const body = '{"name": "Ada", "amount": 1}';
    expect(await isOrderly({ name: 'good', type: 'application/json', body })).toBe(true);
  });

  it('fails most hostile bodies: the tests would notice', async () => {
    const orderly = [];
    for (const body of hostileBodies) if (await isOrderly(body)) orderly.push(body.name);
    expect(orderly.length).toBeLessThan(hostileBodies.length / 4);
  });

  it('fails when it unpacks a gzip bomb: the test would notice', async () => {
    const body = gzipSync(Buffer.alloc(50_000_000, ' '));
    const bomb = { name: 'a gzip bomb', type: 'application/json', body };
    expect(await isOrderly(bomb, { 'Content-Encoding': 'gzip' })).toBe(false);
  });

  it('fails many hostile members: the tests would notice', async () => {
    const operation = {
      method: 'POST',
      template: '/v1/transactions',
      parameters: [],
      fields: [],
      statuses: [],
      body: { properties: { name: { type: 'string' }, amount: { type: 'integer' } } },
    };
    const bodies = [...bodiesOf(operation, {})];
    let failed = 0;
    for (const body of bodies) if (!(await isOrderly(body))) failed += 1;
    expect(failed).toBeGreaterThan(bodies.length / 4);
  });
});
