import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findUrl, openProcessList, stopLeftovers } from './process-list.ts';

let dataDir: string;
let path: string;
let sleeper: ChildProcess;
let pid: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'florin-list-'));
  path = join(dataDir, 'processes.json');
  sleeper = spawn('sleep', ['60']);
  await once(sleeper, 'spawn');
  pid = sleeper.pid ?? 0;
});
afterEach(async () => {
  sleeper.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const read = async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

it('lists running processes, readable by its owner only, and is removed at the end', async () => {
  const list = openProcessList(dataDir);
  await list.add({ name: 'ledger-1', pid, port: 1, url: 'http://127.0.0.1:1' });
  await list.add({ name: 'nats', pid, port: 2, url: 'nats://127.0.0.1:2' });
  await list.remove('nats');
  expect(await read()).toMatchObject([
    { name: 'ledger-1', pid, port: 1, url: 'http://127.0.0.1:1' },
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await list.end();
  await expect(read()).rejects.toThrow(/ENOENT/);
});

it('stops processes left by a killed launcher', async () => {
  await openProcessList(dataDir).add({ name: 'ledger-1', pid, port: 1, url: 'http://x' });
  const exited = once(sleeper, 'exit');
  expect(await stopLeftovers(dataDir)).toEqual(['ledger-1']);
  await exited;
});

it('leaves another process with the same id alone', async () => {
  const entry = { name: 'ledger-1', pid, port: 1, url: 'http://x', start: '1' };
  await writeFile(path, JSON.stringify([entry]));
  expect(await stopLeftovers(dataDir)).toEqual([]);
  expect(sleeper.exitCode).toBeNull();
});

it('finds running processes, and ignores ended ones and reused ids', async () => {
  await openProcessList(dataDir).add({ name: 'gateway-1', pid, port: 1, url: 'http://x' });
  expect(await findUrl(dataDir, 'gateway-1')).toBe('http://x');
  expect(await findUrl(dataDir, 'ledger-1')).toBeUndefined();
  const later = { name: 'gateway-1', pid, port: 1, url: 'http://stranger', start: '1' };
  await writeFile(path, JSON.stringify([later]));
  expect(await findUrl(dataDir, 'gateway-1')).toBeUndefined();
});

it('treats a missing or broken list as empty', async () => {
  expect(await stopLeftovers(dataDir)).toEqual([]);
  await writeFile(path, '[{"name":');
  expect(await stopLeftovers(dataDir)).toEqual([]);
});
