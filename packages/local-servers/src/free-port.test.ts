import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import { expect, it, vi } from 'vitest';
import { freePort } from './free-port.ts';

it('never returns a port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
});

it('skips a preferred port that is taken', async () => {
  const preferred = await freePort();
  const server = createServer().listen(preferred, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort(preferred)).toBeGreaterThan(preferred);
  server.close();
  await once(server, 'close');
});

it('never returns the port that fetch blocks', async () => {
  const blocked = 10_080;
  await expect(fetch(`http://127.0.0.1:${blocked}`)).rejects.toMatchObject({
    cause: { message: 'bad port' },
  });
  expect(await freePort(blocked)).toBeGreaterThan(blocked);
});

it.runIf(process.platform === 'linux')(
  'never listens on a port that another process has claimed, not even briefly',
  async () => {
    const { taken, claim } = await claimNextPort(await freePort());
    const listen = vi.spyOn(Server.prototype, 'listen');
    expect(await freePort(taken)).toBeGreaterThan(taken);
    expect(listen.mock.calls).not.toContainEqual([expect.objectContaining({ port: taken })]);
    listen.mockRestore();
    claim.close();
    await once(claim, 'close');
  },
);

/** Claims the first port above `port` that no concurrent test has claimed. */
async function claimNextPort(port: number): Promise<{ taken: number; claim: Server }> {
  for (let taken = port + 1; ; taken += 1) {
    const claim = createServer().listen({ path: `\0florin-port-${taken}` });
    try {
      await once(claim, 'listening');
      return { taken, claim };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
