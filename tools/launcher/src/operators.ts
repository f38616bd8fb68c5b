import { join } from 'node:path';
import type { ServiceName } from '@florin/contracts';
import { addOperatorCommands, ask } from '@florin/service/operator';
import type { Command } from 'commander';
import { JOINED } from './app-process.ts';
import { backUp, restore } from './backup.ts';
import { type Environment, type LauncherConfig, readConfig } from './config.ts';
import { databaseUrlsOf } from './databases.ts';
import { findUrl } from './process-list.ts';
import { openSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');

const place = {
  entryOf: (service: ServiceName) => join(root, 'apps', service, 'src/main.ts'),
  nodeOptions: ['--import', JOINED],
  environmentOf,
  addOwn,
};

/**
 * Adds what operators ask of the Florin that runs from this folder, or whose databases the
 * environment names, to the command `florin`.
 */
export function addOperators(program: Command, args: readonly string[]): void {
  addOperatorCommands(program, place, args);
}

function addOwn(program: Command): void {
  const example = (line: string) => `\nExample:\n  ${line}`;
  program
    .command('backup <file>')
    .description('write all data of this moment to a file, while everything runs')
    .addHelpText('after', example('florin backup florin.dump'))
    .action(async (file: string) => backUp(await commonUrl(configOf('ledger')), file));
  program
    .command('restore <file>')
    .description('bring a backup into a new database, and prove its books')
    .requiredOption('--to <url>', 'the new database, as a superuser')
    .addHelpText(
      'after',
      example('florin restore florin.dump --to postgres://postgres:…@db.example.com/florin'),
    )
    .action(async (file: string, { to }: { to: string }) => {
      await restore(file, to, configOf('ledger').dataDir);
      const env = { ...process.env, DATABASE_URL: to, LEDGER_DATABASE_URL: '' };
      process.exitCode = await ask('audit', ['audit'], {
        ...place,
        environmentOf: (service) => environmentOf(service, env),
      });
    });
}

async function environmentOf(
  service: ServiceName,
  given: Environment = process.env,
): Promise<Environment> {
  const config = configOf(service, given);
  return {
    ...given,
    FLORIN_MODE: config.mode,
    FLORIN_ADMIN_EMAIL: config.admin.email,
    [`${service.toUpperCase()}_DATABASE_URL`]: await urlOf(service, config),
  };
}

function configOf(service: ServiceName, given: Environment = process.env): LauncherConfig {
  return readConfig(given, { root, only: [service], watch: [] });
}

async function urlOf(service: ServiceName, config: LauncherConfig): Promise<string> {
  const given = config.serviceDatabaseUrls.get(service);
  if (given !== undefined) return given;
  const common = await commonUrl(config, `${service.toUpperCase()}_DATABASE_URL`);
  return databaseUrlsOf(service, common, config, await openSecrets(config.dataDir)).app;
}

/** Of the database that all services share, as whoever may do everything in it. */
async function commonUrl(config: LauncherConfig, setting = 'DATABASE_URL'): Promise<string> {
  const common = config.databaseUrl ?? (await findUrl(config.dataDir, 'postgres'));
  if (common !== undefined) return common;
  throw new Error(`nothing runs from ${config.dataDir}: start it (npm start), or set ${setting}`);
}
