import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type RunningServer, scratchParent, spawnPostgres } from '@florin/local-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConnections } from '../src/check-connections.ts';

let folder: string;
let postgres: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(scratchParent(), 'florin-connections-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'postgres');
  postgres = await spawnPostgres({ dataDir, port: await freePort(), password: 'admin' });
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The warnings for a start with this many ledgers, and one mail, on one Postgres. */
async function check(ledgers: number, given: Readonly<Record<string, string>> = {}) {
  const replica = (app: 'ledger' | 'mail', number: number) => ({
    ...{ app, number, httpPort: 1, grpcPort: 2 },
  });
  const lines: string[] = [];
  const url = { app: postgres.url, owner: postgres.url };
  await checkConnections(
    {
      replicas: [
        replica('mail', 1),
        ...Array.from({ length: ledgers }, (_, index) => replica('ledger', index + 1)),
      ],
      databaseUrls: new Map([
        ['ledger', url],
        ['mail', url],
      ]),
      given,
    },
    (line) => lines.push(line),
  );
  return lines;
}

it('names both figures and the settings if a start may open too many connections', async () => {
  const [line = '', ...others] = await check(19);
  expect(line).toContain('may open 200 connections');
  expect(line).toContain('allows 197 (max_connections 200 minus 3 reserved)');
  expect(line).toContain('<SERVICE>_DATABASE_POOL_SIZE_MAX or FLORIN_REPLICAS_<SERVICE>');
  expect(others).toEqual([]);
});

it('counts pools as configured', async () => {
  expect(await check(18)).toEqual([]);
  expect(await check(19, { LEDGER_DATABASE_POOL_SIZE_MAX: '5' })).toEqual([]);
  expect(await check(1, { MAIL_DATABASE_POOL_SIZE_MAX: '198' })).toHaveLength(1);
});

it('ignores a Postgres behind a pooler, or one that does not answer', async () => {
  expect(await check(19, { DATABASE_POOLER: 'transaction' })).toEqual([]);
  expect(await check(19, { LEDGER_SHARD_URLS: 'postgres://a@127.0.0.1:1/a' })).toEqual([]);
});
