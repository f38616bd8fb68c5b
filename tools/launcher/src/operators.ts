import { join } from 'node:path';
import type { ServiceName } from '@florin/contracts';
import { addOperatorCommands, ask } from '@florin/service/operator';
import type { Command } from 'commander';
import { JOINED } from './app-process.ts';
import { backUp, restore } from './backup.ts';
import { checkBackup } from './check-backup.ts';
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
    .option('--to <url>', 'the new database, as a superuser')
    .option('--check', 'into a temporary folder instead, where a Florin starts on it')
    .addHelpText(
      'after',
      example(
        'florin restore florin.dump --check\n  florin restore florin.dump --to postgres://postgres:…@db.example.com/florin',
      ),
    )
    .action(async (file: string, { to, check }: RestoreOptions, command: Command) => {
      if ((to === undefined) === (check === undefined))
        command.error('say where: --to <url>, or --check for a trial');
      if (to === undefined) {
        process.exitCode = await checkBackup(file, auditRestored);
        return;
      }
      await restore(file, to, configOf('ledger').dataDir);
      process.exitCode = await auditRestored(to);
    });
}

interface RestoreOptions {
  readonly to?: string;
  readonly check?: true;
}

/** Audits as the superuser: passwords of roles that existed before are unknown here. */
function auditRestored(databaseUrl: string): Promise<number> {
  return ask('audit', ['audit'], {
    ...place,
    environmentOf: async (service) => {
      const url = new URL(databaseUrl);
      url.searchParams.set('options', `-c search_path=${service}`);
      return { ...process.env, [`${service.toUpperCase()}_DATABASE_URL`]: url.href };
    },
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
