import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type LauncherConfig, readConfig } from './config.ts';
import { databaseUrlsOf } from './databases.ts';
import { findUrl } from './process-list.ts';
import { openSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');

process.exitCode = await audit().catch((error: unknown) => {
  process.stderr.write(`florin  ${error instanceof Error ? error.message : error}\n`);
  return 1;
});

/** Proves the books of the ledger that runs from this folder, or that the environment names. */
async function audit(): Promise<number> {
  const config = readConfig(process.env, { root, only: ['ledger'], watch: [] });
  const child = spawn(process.execPath, [join(root, 'apps/ledger/src/main.ts'), 'audit'], {
    stdio: 'inherit',
    env: { ...process.env, LEDGER_DATABASE_URL: await ledgerUrl(config) },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function ledgerUrl(config: LauncherConfig): Promise<string> {
  const given = config.serviceDatabaseUrls.get('ledger');
  if (given !== undefined) return given;
  const common = config.databaseUrl ?? (await findUrl(config.dataDir, 'postgres'));
  if (common === undefined)
    throw new Error(
      `nothing runs from ${config.dataDir}: start it (npm start), or set LEDGER_DATABASE_URL`,
    );
  return databaseUrlsOf('ledger', common, config, await openSecrets(config.dataDir)).app;
}
