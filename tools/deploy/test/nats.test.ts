import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publisherNames } from '@florin/contracts';
import { connectEvents, provisionStreams } from '@florin/events';
import { findNatsServer, freePort, stopChild } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeSecrets } from '../src/make-secrets.ts';
import { nextStep } from '../src/rotate/model.ts';
import type { Secrets } from '../src/secrets-model.ts';
import { readText } from './apps.ts';

const secrets = makeSecrets('postgres:5432/florin');
const folder = mkdtempSync(join(tmpdir(), 'florin-nats-'));
let port: number;
let child: ChildProcess;

/** The server of docker-compose.yml, with the container's files in a folder. */
beforeAll(async () => {
  port = await freePort();
  const config = readText('deploy/nats.conf')
    // For newer servers than the installed one.
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

const urlOf = (user: string, given: Secrets = secrets) =>
  given.get(`${user}_nats_url`)?.replace('nats:4222', `127.0.0.1:${port}`) ?? '';

it('lets an administrator create the streams, each app read its own, and no one else in', async () => {
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

it('rotates its users while apps publish: nothing fails, and the old password is revoked', async () => {
  const random = () => randomBytes(32).toString('base64url');
  await eventually(() => provisionStreams({ url: urlOf('provision') }, publisherNames));
  const open = (given: Secrets) => {
    const outages: (string | undefined)[] = [];
    const events = connectEvents({ url: urlOf('ledger', given) }, 'ledger', (outage) => {
      outages.push(outage);
    });
    onTestFinished(() => events.close());
    const publish = async () => {
      const { client } = await events.jetStream();
      return client.publish('florin.ledger.transaction.created', '{}');
    };
    return { publish, isRefused: () => outages.some((each) => each !== undefined) };
  };
  async function reload(changes: Secrets): Promise<void> {
    writeFileSync(join(folder, 'run/secrets/nats_users'), changes.get('nats_users') ?? '');
    child.kill('SIGHUP');
  }

  const before = open(secrets);
  await before.publish();
  const first = nextStep('nats', secrets, random).changes;
  const rotated = new Map([...secrets, ...first]);
  const published: Promise<unknown>[] = [];
  const publishing = setInterval(() => published.push(before.publish()), 5);
  onTestFinished(() => clearInterval(publishing));

  await reload(first);
  // The administrator's password changes with the users of the apps.
  await eventually(() => provisionStreams({ url: urlOf('provision', rotated) }, publisherNames));
  const after = open(rotated);
  await after.publish();
  await eventually(async () => expect(published.length).toBeGreaterThan(20));
  // The processes of the former user exit.
  clearInterval(publishing);
  await Promise.all(published);
  expect([before.isRefused(), after.isRefused()]).toEqual([false, false]);

  await reload(nextStep('nats', rotated, random).changes);
  await eventually(async () => expect(before.isRefused()).toBe(true));
  await after.publish();
  expect(after.isRefused()).toBe(false);
});
