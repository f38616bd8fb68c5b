import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { freePort, spawnNats } from '@florin/local-servers';
import { eventually, startTicks, testKeys } from '@florin/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serve } from '../http/serve.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { createLog } from '../program/log.ts';
import { followNats } from './follow-nats.ts';

/** The promised 5 s plus a second for a late timer. */
const TOLD_MS_MAX = 6_000;
const GONE = 'NATS cannot be reached or refuses';
const BACK = 'NATS is back';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'florin-nats-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const userWith = (password: string) => [
  { name: 'ledger', password, publish: ['>'], subscribe: ['>'] },
];

/** A ledger without parts, with its log, metrics and readiness. */
async function startFollower(url: string) {
  const destination = new PassThrough();
  const lines: { msg: string; reason?: string }[] = [];
  destination.on('data', (line) => lines.push(JSON.parse(String(line))));
  const log = createLog('ledger', destination);
  const metrics = createMetrics();
  const events = followNats({ url }, 'ledger', { metrics, log });
  const record = async () => {};
  const server = await serve(
    { name: 'ledger', version: '1.2.3', routes: [], rpcs: [], metrics, record, events },
    { host: '127.0.0.1', httpPort: 0, grpcPort: 0, acceptKeys: testKeys('gateway') },
    log,
  );
  onTestFinished(async () => {
    await server.stop();
    await events.close();
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${server.httpPort}${path}`);
  return {
    said: () => lines.map(({ msg }) => msg).filter((msg) => msg === GONE || msg === BACK),
    reasons: () => lines.flatMap(({ reason }) => reason ?? []),
    async seen() {
      const ready = await get('/readyz');
      const metric = /^florin_nats_up (\d)$/m.exec(await (await get('/metrics')).text())?.[1];
      const { nats } = (await ready.json()) as { nats: string };
      return [ready.status, nats === 'connected', Number(metric)];
    },
  };
}

const UP = [200, true, 1];
const DOWN = [200, false, 0];

it('an unreachable or hanging NATS is reported once within 5 s, and so is its return', async () => {
  const place = { storeDir: join(directory, 'away'), port: await freePort() };
  const follower = await startFollower(`nats://127.0.0.1:${place.port}`);
  const until = (said: readonly string[], seen: readonly unknown[]) =>
    eventually(async () => {
      expect([follower.said(), await follower.seen()]).toEqual([said, seen]);
    });
  const clock = startTicks();
  onTestFinished(clock.stop);
  await until([GONE], DOWN);
  expect(clock.ms()).toBeLessThan(TOLD_MS_MAX);
  expect(follower.reasons()[0]).toContain('CONNECTION_REFUSED');
  let server = await spawnNats(place);
  await until([GONE, BACK], UP);

  const stoppedAt = clock.ms();
  process.kill(server.pid, 'SIGSTOP');
  await until([GONE, BACK, GONE], DOWN);
  expect(clock.ms() - stoppedAt).toBeLessThan(TOLD_MS_MAX);
  process.kill(server.pid, 'SIGCONT');
  await until([GONE, BACK, GONE, BACK], UP);
  await server.stop();
  await until([GONE, BACK, GONE, BACK, GONE], DOWN);
  server = await spawnNats(place);
  await until([GONE, BACK, GONE, BACK, GONE, BACK], UP);
  await server.stop();
});

it('refused credentials are reported without the password until they are accepted', async () => {
  const place = { storeDir: join(directory, 'refuses'), port: await freePort() };
  let server = await spawnNats({ ...place, users: userWith('right') });
  const follower = await startFollower(server.url);
  await eventually(async () => expect(await follower.seen()).toEqual(UP));
  await server.stop();
  server = await spawnNats({ ...place, users: userWith('another') });
  await eventually(async () => expect(await follower.seen()).toEqual(DOWN));
  // Longer than the client alone would retry.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await server.stop();
  server = await spawnNats({ ...place, users: userWith('right') });
  await eventually(async () => expect(await follower.seen()).toEqual(UP));
  expect(follower.said()).toEqual([GONE, BACK]);
  expect(follower.reasons().join()).not.toMatch(/right|another/);
  await server.stop();
});

it('wrong credentials are reported as such', async () => {
  const place = { storeDir: join(directory, 'wrong'), port: await freePort() };
  const server = await spawnNats({ ...place, users: userWith('right') });
  const follower = await startFollower(server.url.replace('right', 'wrong'));
  await eventually(async () => expect(follower.reasons()[0]).toMatch(/Authorization Violation/));
  expect(await follower.seen()).toEqual(DOWN);
  expect(follower.said()).toEqual([GONE]);
  await server.stop();
});
