/**
 * What operators ask of the Florin that runs from this folder, or whose databases the environment
 * names: `npm run florin -- --help`.
 */
import { join } from 'node:path';
import type { ServiceName } from '@florin/contracts';
import { makeFlorin } from '@florin/service-runtime/operator';
import { type Environment, type LauncherConfig, readConfig } from './config.ts';
import { databaseUrlsOf } from './databases.ts';
import { findUrl } from './process-list.ts';
import { openSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');

const place = {
  entryOf: (service: ServiceName) => join(root, 'apps', service, 'src/main.ts'),
  environmentOf,
};
await makeFlorin(place, process.argv.slice(2))
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`florin  ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });

async function environmentOf(service: ServiceName): Promise<Environment> {
  const config = readConfig(process.env, { root, only: [service], watch: [] });
  return {
    ...process.env,
    [`${service.toUpperCase()}_DATABASE_URL`]: await urlOf(service, config),
  };
}

async function urlOf(service: ServiceName, config: LauncherConfig): Promise<string> {
  const given = config.serviceDatabaseUrls.get(service);
  if (given !== undefined) return given;
  const common = config.databaseUrl ?? (await findUrl(config.dataDir, 'postgres'));
  const setting = `${service.toUpperCase()}_DATABASE_URL`;
  if (common === undefined)
    throw new Error(`nothing runs from ${config.dataDir}: start it (npm start), or set ${setting}`);
  return databaseUrlsOf(service, common, config, await openSecrets(config.dataDir)).app;
}
