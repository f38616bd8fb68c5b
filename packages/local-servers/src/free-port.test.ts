import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('hands out a port only once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
});

it('goes on from a preferred port that is taken', async () => {
  const preferred = await freePort();
  const server = createServer().listen(preferred, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort(preferred)).toBeGreaterThan(preferred);
  server.close();
  await once(server, 'close');
});
