import { spawnSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresClient } from '@florin/local-servers';
import { expect, it } from 'vitest';
import { makeDataDir, query, startLauncher } from './start-launcher.ts';

/** Brought once; without it and without a network there is nothing to try. */
const client = await findPostgresClient(18, () => undefined).catch(() => undefined);

function florin(dataDir: string, ...args: readonly string[]) {
  const { LEDGER_DATABASE_URL: _, DATABASE_URL: __, ...environment } = process.env;
  return spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../cli/src/main.ts'), ...args],
    {
      encoding: 'utf8',
      env: { ...environment, FLORIN_DATA_DIR: dataDir },
    },
  );
}

it.runIf(client)(
  'backs up what runs and restores it into a new database, whose books are whole',
  async () => {
    const dataDir = await makeDataDir();
    const launcher = await startLauncher({ dataDir, arguments: [] });
    await launcher.printed('The logs follow');
    const urlOf = async (wanted: string) =>
      (await launcher.processes()).find(({ name }) => name === wanted)?.url ?? '';
    const post = async (path: string, body: object, token?: string) => {
      const response = await fetch(`${await urlOf('gateway-1')}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Record<string, string>;
    };
    const ada = { email: 'ada@example.com', password: 'correct-horse-battery' };
    const { id } = await post('/v1/accounts', { ...ada, name: 'Ada', type: 'business' });
    const { access_token } = await post('/v1/auth/login', ada);
    const credit = { account_id: id, amount: 2_500, currency: 'USD', type: 'credit' };
    await post('/v1/transactions', credit, access_token);

    const file = join(dataDir, 'florin.dump');
    const saved = florin(dataDir, 'backup', file);
    expect(saved.stderr).toContain(`${file} has `);
    expect(saved.status).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await post('/v1/transactions', credit, access_token);

    const url = await urlOf('postgres');
    await query(url, 'create database restored');
    const to = Object.assign(new URL(url), { pathname: '/restored' }).href;
    const broken = join(dataDir, 'broken.dump');
    await writeFile(broken, 'no dump');
    expect(florin(dataDir, 'restore', broken, '--to', to).status).toBe(1);
    const restored = florin(dataDir, 'restore', file, '--to', to);
    expect(restored.stdout).toMatch(/^checked 2 accounts, 1 transactions, .*\nno violation\n$/);
    expect(restored.status).toBe(0);
    expect(await query(to, 'select sum(available)::int as sum from ledger.balances')).toEqual([
      { sum: 2_500 },
    ]);
    const again = florin(dataDir, 'restore', file, '--to', to);
    expect(again.stderr).toContain('there is a Florin in this database already');
    expect(again.status).toBe(1);
    expect(florin(dataDir, 'audit').stdout).toContain('2 transactions');
  },
  120_000,
);
