import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import { expect, it, vi } from 'vitest';
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

it.runIf(process.platform === 'linux')(
  'never listens on a port that another process has claimed, even for a moment',
  async () => {
    const port = await freePort();
    const taken = port === 32_000 ? port - 1 : port + 1;
    const claim = createServer().listen({ path: `\0florin-port-${taken}` });
    await once(claim, 'listening');
    const listen = vi.spyOn(Server.prototype, 'listen');
    expect(await freePort(taken)).toBeGreaterThan(taken);
    expect(listen.mock.calls).not.toContainEqual([expect.objectContaining({ port: taken })]);
    listen.mockRestore();
    claim.close();
    await once(claim, 'close');
  },
);
