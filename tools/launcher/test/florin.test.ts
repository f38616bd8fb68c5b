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

it('a folder that nothing runs from is refused', async () => {
  const dataDir = await makeDataDir();
  const idle = florin(dataDir, 'audit');
  expect(idle.stderr).toContain(`nothing runs from ${dataDir}: start it (npm start)`);
  expect(idle.status).toBe(1);
});

it('helps: with an example for each command, and the nearest one to what there is not', () => {
  const help = florin('/nowhere', '--help').stdout;
  for (const example of ['dead-letters', 'redrive', 'republish --since 2h', 'audit', 'stuck'])
    expect(help).toContain(`florin ${example}`);
  expect(florin('/nowhere', 'redrive', '--help').stdout).toContain(
    'Of: billing, ledger, processors, webhooks, mail',
  );
  const wrong = florin('/nowhere', 'auidt');
  expect(wrong.stderr).toContain('Did you mean audit?');
  expect(wrong.status).toBe(1);
  expect(florin('/nowhere', 'republish').stderr).toContain("'--since <time>'");
});

it('says in plain words what a service makes of a wrong argument', async () => {
  const env = { ...process.env, LEDGER_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const main = join(root, 'apps/ledger/src/main.ts');
  const wrong = spawnSync(process.execPath, [main, 'republish', 'yesterday'], { env });
  expect(wrong.stderr.toString()).toMatch(/^republish: say republish --since 2h/);
  expect(wrong.status).toBe(1);
});
