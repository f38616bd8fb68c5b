import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDataDir } from './start-launcher.ts';

const root = join(import.meta.dirname, '../../..');

function florin(dataDir: string, ...args: readonly string[]) {
  const { LEDGER_DATABASE_URL: _, DATABASE_URL: __, ...environment } = process.env;
  return spawnSync(process.execPath, [join(root, 'tools/cli/src/main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...environment, FLORIN_DATA_DIR: dataDir },
  });
}

it('refuses a folder from which no Florin runs', async () => {
  const dataDir = await makeDataDir();
  const idle = florin(dataDir, 'audit');
  expect(idle.stderr).toContain(`nothing runs from ${dataDir}: start it (npm start)`);
  expect(idle.status).toBe(2);
});

it('prints help with an example for each command, and suggests the nearest command', () => {
  const help = florin('/nowhere', '--help').stdout;
  for (const example of ['dead-letters', 'redrive', 'republish --since 2h', 'audit', 'stuck'])
    expect(help).toContain(`florin ${example}`);
  expect(florin('/nowhere', 'redrive', '--help').stdout).toContain(
    'Of: billing, ledger, processors, webhooks, mail',
  );
  const wrong = florin('/nowhere', 'auidt');
  expect(wrong.stderr).toContain('Did you mean audit?');
  expect(wrong.status).toBe(2);
  for (const [words, error] of [
    [['auidt', '--json'], "unknown command 'auidt'"],
    [['admin', 'rest', '--json'], "unknown command 'rest'"],
  ] as const) {
    const { stdout, stderr, status } = florin('/nowhere', ...words);
    const document = { command: 'florin', exit_code: 2, error: expect.stringContaining(error) };
    expect(JSON.parse(stdout)).toEqual(document);
    expect([status, stderr]).toEqual([2, expect.stringContaining(error)]);
  }
  expect(florin('/nowhere', 'payments', 'lits').status).toBe(1);
  const misspelled = florin('/nowhere', 'republish', '--json');
  expect(misspelled.stderr).toContain("'--since <time>'");
  expect(JSON.parse(misspelled.stdout)).toMatchObject({ command: 'republish', exit_code: 2 });
  expect(misspelled.status).toBe(2);
});

it("prints a service's error about a wrong argument in plain words", async () => {
  const env = { ...process.env, LEDGER_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const main = join(root, 'apps/ledger/src/main.ts');
  const wrong = spawnSync(process.execPath, [main, 'republish', 'yesterday'], { env });
  expect(wrong.stderr.toString()).toMatch(/^republish: use republish --since 2h/);
  expect(wrong.status).toBe(2);
});

it.each(['audit', 'migrate', 'payment'])('a wrong LEDGER_SHARD_URLS: %s ends with 2', (command) => {
  const env = { ...process.env, LEDGER_SHARD_URLS: 'nonsense' };
  const main = join(root, 'apps/ledger/src/main.ts');
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });
  const { status, stdout } = run(command, '--json');
  expect([status, JSON.parse(stdout)]).toEqual([
    2,
    {
      ...{ command, service: 'ledger', exit_code: 2 },
      error: expect.stringContaining('LEDGER_SHARD_URLS: must be a postgres:// URL'),
    },
  ]);
  if (command === 'migrate') return;
  const plain = run(command);
  expect(plain.stderr).toMatch(/^\w+: invalid environment\n( {2}LEDGER_SHARD_URLS: [^\n]+\n)+$/);
  expect(plain.status).toBe(2);
});

it.each([
  ['audit', {}],
  ['dead-letters', { services: expect.any(Array) }],
  ['backup', {}],
])('%s ends with 2 where Postgres does not answer, and says so in JSON', async (command, more) => {
  const dataDir = await makeDataDir();
  const env = { ...process.env, DATABASE_URL: 'postgres://florin:x@127.0.0.1:1/florin' };
  const main = join(root, 'tools/cli/src/main.ts');
  const args = command === 'backup' ? [command, join(dataDir, 'florin.dump')] : [command];
  const { stdout, status, stderr } = spawnSync(process.execPath, [main, ...args, '--json'], {
    encoding: 'utf8',
    env: { ...env, FLORIN_DATA_DIR: dataDir },
  });
  expect(JSON.parse(stdout)).toMatchObject({ command, exit_code: 2, ...more });
  expect(stdout).toContain('ECONNREFUSED 127.0.0.1:1');
  expect(stderr).toContain('ECONNREFUSED 127.0.0.1:1');
  expect(status).toBe(2);
});
