import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from '../listen.ts';
import { followConnections } from './drain.ts';

let server: Server;
let stop: () => Promise<void>;
let port: number;
let agent: Agent;
beforeEach(async () => {
  server = createServer(async (_request, response) => {
    await pause(20);
    response.end('done');
  });
  stop = followConnections(server);
  await listen(server, 0, '127.0.0.1');
  port = (server.address() as AddressInfo).port;
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => agent.destroy());

function ask(): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ port, agent }, (answer) => {
      answer.resume().on('end', () => {
        resolve({ status: answer.statusCode, connection: answer.headers.connection });
      });
    })
      .on('error', reject)
      .end();
  });
}

it('answers a request that arrives on a kept connection during the stop, and closes it', async () => {
  expect((await ask()).connection).toBe('keep-alive');
  const late = ask();
  const stopped = stop();
  expect(await late).toEqual({ status: 200, connection: 'close' });
  await stopped;
});

it('reads what has arrived on an idle connection before closing it', async () => {
  const socket = connect(port, '127.0.0.1');
  const text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(text);
  await once(socket, 'data');
  const stopped = stop();
  // After this turn's I/O, so that timers are checked next.
  await new Promise(setImmediate);
  socket.write(text);
  // Blocks the process while a request arrives, until after connections are due to close.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  const [answer] = await once(socket, 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1.1 200 .*Connection: close/s);
  await stopped;
});

it('answers a request that follows a response started before the stop', async () => {
  const stopping = Promise.withResolvers<void>();
  const slow = createServer(async (_request, response) => {
    response.writeHead(200, { 'Content-Length': 4 }).write('do');
    await stopping.promise;
    response.end('ne');
  });
  // The next request must arrive in time, also on a busy machine.
  const stopSlow = followConnections(slow, 20_000);
  await listen(slow, 0, '127.0.0.1');
  const socket = connect((slow.address() as AddressInfo).port, '127.0.0.1');
  const text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.write(text);
  await expect.poll(() => received).toMatch(/do$/);
  const stopped = stopSlow();
  stopping.resolve();
  await expect.poll(() => received).toMatch(/done$/);
  // Late enough for the server to have finished its response.
  await pause(20);
  received = '';
  const closed = once(socket, 'close');
  socket.write(text);
  await closed;
  expect(received).toMatch(/^HTTP\/1.1 200 .*Connection: close.*done$/s);
  await stopped;
});

it('accepts no new connection, and stops despite idle ones', async () => {
  await ask();
  const stopped = stop();
  agent = new Agent();
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await stopped;
});

it('answers requests in flight', async () => {
  const arrived = once(server, 'request');
  const [first, ...queued] = [ask(), ask(), ask()];
  // These are queued behind the single connection; whether they are answered does not matter here.
  const rest = Promise.allSettled(queued);
  await arrived;
  await stop();
  expect(await first).toMatchObject({ status: 200 });
  await rest;
});

it('answers pipelined requests', async () => {
  const socket = connect(port, '127.0.0.1');
  const text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const arrived = once(server, 'request');
  socket.write(text + text + text);
  await arrived;
  const stopped = stop();
  const answers = (await socket.toArray()).join('').match(/HTTP\/1.1 200|Connection: \S+/g);
  expect(answers?.filter((line) => line.startsWith('HTTP'))).toHaveLength(3);
  expect(answers?.at(-1)).toBe('Connection: close');
  await stopped;
});

it('lets a slow client read its whole response', async () => {
  const bytes = 16_000_000;
  const large = createServer((_request, response) => response.end(Buffer.alloc(bytes)));
  const stopLarge = followConnections(large);
  await listen(large, 0, '127.0.0.1');
  const socket = connect((large.address() as AddressInfo).port, '127.0.0.1');
  const arrived = once(large, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await arrived;
  const forced = vi.spyOn(large, 'closeAllConnections');
  const stopped = stopLarge();
  let received = 0;
  for await (const chunk of socket) {
    received += chunk.length;
    // In total, longer than an idle connection stays open.
    await pause(2);
  }
  expect(received).toBeGreaterThan(bytes);
  await stopped;
  // Without waiting for another request on this connection.
  expect(forced).not.toHaveBeenCalled();
});
