import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { spawnNats } from './spawn-nats.ts';

let storeDir: string;
beforeAll(async () => {
  storeDir = await mkdtemp(join(tmpdir(), 'florin-nats-'));
});
afterAll(() => rm(storeDir, { recursive: true, force: true }));

async function greeting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const [line]: unknown[] = await once(socket, 'data');
  socket.destroy();
  return String(line);
}

it('starts with JetStream, stops, and starts again on the same port', async () => {
  const port = await freePort();
  const first = await spawnNats({ storeDir, port });
  expect(first.url).toBe(`nats://127.0.0.1:${port}`);
  expect(await greeting(port)).toContain('"jetstream":true');
  await first.stop();
  expect(first.child.exitCode).not.toBeNull();

  const second = await spawnNats({ storeDir, port });
  await second.stop();
}, 60_000);

it('starts after a kill -9', async () => {
  const port = await freePort();
  const killed = await spawnNats({ storeDir, port });
  const exited = once(killed.child, 'exit');
  process.kill(killed.pid, 'SIGKILL');
  await exited;

  const next = await spawnNats({ storeDir, port });
  expect(await greeting(port)).toContain('INFO');
  await next.stop();
}, 60_000);

it('stops a leftover server on the same store', async () => {
  const leftBehind = await spawnNats({ storeDir, port: await freePort() });
  const exited = once(leftBehind.child, 'exit');
  const next = await spawnNats({ storeDir, port: await freePort() });
  await exited;
  await next.stop();
}, 60_000);
