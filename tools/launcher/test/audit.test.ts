import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDataDir, startLauncher } from './start-launcher.ts';

const timeoutMs = 90_000;

function audit(dataDir: string) {
  const { LEDGER_DATABASE_URL: _, DATABASE_URL: __, ...environment } = process.env;
  return spawnSync(process.execPath, [join(import.meta.dirname, '../src/audit.ts')], {
    encoding: 'utf8',
    env: { ...environment, FLORIN_DATA_DIR: dataDir },
  });
}

it(
  'proves the books of what runs from a folder, and says so when nothing does',
  async () => {
    const dataDir = await makeDataDir();
    const idle = audit(dataDir);
    expect(idle.stderr).toContain(`nothing runs from ${dataDir}: start it (npm start)`);
    expect(idle.status).toBe(1);

    const launcher = await startLauncher({ dataDir, arguments: ['--only', 'ledger'] });
    await launcher.printed('started, without a gateway');
    const { status, stdout } = audit(dataDir);
    expect(stdout).toMatch(/^checked 0 accounts, .*\nno violation\n$/);
    expect(status).toBe(0);
  },
  timeoutMs,
);
