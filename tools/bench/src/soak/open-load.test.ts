import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Asked } from './day.ts';
import { putOpenLoad } from './open-load.ts';
import { makeWindows } from './window.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<number> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function put(port: number, connections: number) {
  const heard: string[] = [];
  const next = (): Asked => ({
    sort: 'read',
    text: 'GET /v1/payments/pay_1?limit=2 HTTP/1.1\r\nHost: x\r\n\r\n',
    isExpected: (status) => status === 200,
    hear: ({ body }) => heard.push(body),
  });
  const windows = makeWindows();
  const streams = [{ perSecond: 100, next }];
  const { signal } = new AbortController();
  await putOpenLoad({ port, connections, seconds: 0.5, streams, windows, signal });
  return { ...windows.take(), heard };
}

it('sends requests at the given rate, and checks the answers', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked += 1;
    response.statusCode = asked === 1 ? 503 : 200;
    response.end('{"error":"unavailable"}');
  });
  // A connection for each: none is skipped, however long the machine pauses.
  const { reads, errors, unsent, heard } = await put(port, 50);
  expect([asked, reads.count, unsent]).toEqual([50, 50, 0]);
  expect(heard).toHaveLength(49);
  expect(errors).toEqual({ '503 unavailable to GET /v1/payments/…': 1 });
});

it('skips and counts requests that are due while every connection waits', async () => {
  const port = await serve((_, response) => void setTimeout(() => response.end(), 600));
  const { reads, unsent } = await put(port, 5);
  expect([reads.count, unsent]).toEqual([5, 45]);
  expect(reads.p50).toBeGreaterThan(550);
});
