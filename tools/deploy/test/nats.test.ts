import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publisherNames } from '@florin/contracts';
import { provisionStreams } from '@florin/events';
import { findNatsServer, freePort, stopChild } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSecrets } from '../src/make-secrets.ts';
import { readText } from './apps.ts';

const secrets = makeSecrets('postgres:5432/florin');
const folder = mkdtempSync(join(tmpdir(), 'florin-nats-'));
let port: number;
let child: ChildProcess;

/** The server of docker-compose.yml: its files where the container has them, below a folder. */
beforeAll(async () => {
  port = await freePort();
  const config = readText('deploy/nats.conf')
    // For newer servers than the one that may be here.
    .replace('sync_interval: always', '')
    .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8222', `127.0.0.1:${await freePort()}`)
    .replace('"/data"', JSON.stringify(join(folder, 'data')));
  const files = {
    'etc/florin/nats.conf': config,
    'run/secrets/nats_users': secrets.get('nats_users'),
  };
  for (const [name, text = ''] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const onProgress = () => undefined;
  const found = await findNatsServer({ environment: process.env, onProgress, signal: undefined });
  const program = found.kind === 'binary' ? found.path : 'nats-server';
  child = spawn(program, ['-c', join(folder, 'etc/florin/nats.conf')], { stdio: 'ignore' });
});
afterAll(async () => {
  await stopChild(child, 'SIGTERM', 5_000);
  rmSync(folder, { recursive: true });
});

const urlOf = (user: string) =>
  secrets.get(`${user}_nats_url`)?.replace('nats:4222', `127.0.0.1:${port}`) ?? '';

it('lets an administrator make the streams, each app look at its own, and nobody else in', async () => {
  await eventually(() => provisionStreams({ url: urlOf('provision') }, publisherNames));
  for (const app of publisherNames) {
    const other = publisherNames.filter((name) => name !== app);
    await expect(provisionStreams({ url: urlOf(app) }, other)).rejects.toThrow(
      'Permissions Violation',
    );
  }
  for (const stranger of ['', 'ledger:wrong@', 'florin-admin@'])
    await expect(
      provisionStreams({ url: `nats://${stranger}127.0.0.1:${port}` }, publisherNames),
    ).rejects.toThrow('Authorization Violation');
});
