import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publisherNames } from '@florin/contracts';
import { provisionStreams } from '@florin/events';
import { findNatsServer, freePort, stopChild } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSecrets } from '../src/make-secrets.ts';
import { readText } from './apps.ts';

const secrets = makeSecrets('postgres:5432/florin');
const folder = mkdtempSync(join(tmpdir(), 'florin-nats-cluster-'));
const names = ['nats-1', 'nats-2', 'nats-3'];
const ports: number[] = [];
const children: ChildProcess[] = [];

/** Three servers of deploy/nats-cluster.conf, each with its own folder. */
beforeAll(async () => {
  const found = await findNatsServer({
    environment: process.env,
    onProgress: () => undefined,
    signal: undefined,
  });
  const program = found.kind === 'binary' ? found.path : 'nats-server';
  const routePorts = new Map<string, number>();
  for (const name of names) routePorts.set(name, await freePort());
  let routes = secrets.get('nats_routes') ?? '';
  for (const [name, port] of routePorts)
    routes = routes.replace(`@${name}:6222`, `@127.0.0.1:${port}`);
  for (const [name, routePort] of routePorts) {
    const port = await freePort();
    const own = join(folder, name);
    for (const each of ['etc/florin', 'run/secrets'])
      mkdirSync(join(own, each), { recursive: true });
    const config = readText('deploy/nats-cluster.conf')
      // For newer servers than the installed one.
      .replace('sync_interval: always', '')
      .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
      .replace('0.0.0.0:6222', `127.0.0.1:${routePort}`)
      .replace('127.0.0.1:8222', `127.0.0.1:${await freePort()}`)
      .replace('"/data"', JSON.stringify(join(own, 'data')));
    writeFileSync(join(own, 'etc/florin/nats.conf'), config);
    writeFileSync(join(own, 'run/secrets/nats_accounts'), secrets.get('nats_accounts') ?? '');
    writeFileSync(join(own, 'run/secrets/nats_routes'), routes);
    ports.push(port);
    children.push(
      spawn(program, ['-c', join(own, 'etc/florin/nats.conf')], {
        stdio: 'ignore',
        env: { ...process.env, NATS_NAME: name },
      }),
    );
  }
});
afterAll(async () => {
  await Promise.all(children.map((child) => stopChild(child, 'SIGTERM', 5_000)));
  rmSync(folder, { recursive: true });
});

const urlOf = (user: string) =>
  ports
    .map((port) => secrets.get(`${user}_nats_url`)?.replace('nats:4222', `127.0.0.1:${port}`))
    .join(',');

it('keeps three replicas with one server down, and refuses clients without credentials', async () => {
  const admin = { url: urlOf('provision'), replicas: 3 };
  await eventually(() => provisionStreams(admin, publisherNames));
  const [first] = children;
  if (first) await stopChild(first, 'SIGKILL', 5_000);
  // The first named server is down.
  await eventually(() => provisionStreams(admin, publisherNames));
  await expect(provisionStreams({ url: urlOf('ledger') }, ['identity'])).rejects.toThrow(
    'Permissions Violation',
  );
  await expect(
    provisionStreams({ url: `nats://127.0.0.1:${ports[1]}` }, publisherNames),
  ).rejects.toThrow('Authorization Violation');
}, 90_000);
