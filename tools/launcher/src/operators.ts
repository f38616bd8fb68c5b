import { join } from 'node:path';
import type { ServiceName } from '@florin/contracts';
import type { CommandResult } from '@florin/runtime/command';
import {
  addOperatorCommands,
  askService,
  asOperatorCommand,
  EXIT,
  JSON_OPTION,
  runCommand,
} from '@florin/service/operator';
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
 * Adds the operator commands to `florin`, for the Florin of this folder or the databases in the
 * environment.
 */
export function addOperators(program: Command, args: readonly string[]): void {
  addOperatorCommands(program, place, args);
}

function addOwn(program: Command): void {
  const backup = program
    .command('backup <file>')
    .description('write a snapshot of all data to a file, without a stop')
    .action(async (file: string, { json: isJson = false }: JsonOption) => {
      process.exitCode = await runCommand({ command: 'backup', isJson }, async () =>
        backUp(await commonUrl(configOf('ledger')), file),
      );
    });
  asOperatorCommand(backup, { name: 'backup', example: 'florin backup florin.dump' });
  const restoring = program
    .command('restore <file>')
    .description('restore a backup into a new database, and audit its books')
    .option('--to <url>', 'the new database, as a superuser, or as the role that provisions')
    .option('--check', 'into a temporary folder instead, where a Florin starts on it')
    .action(async (file: string, options: RestoreOptions) => {
      const { to, check = false, json: isJson = false } = options;
      process.exitCode = await runCommand({ command: 'restore', isJson }, async () => {
        if ((to === undefined) !== check)
          throw new Error('name the target: --to <url>, or --check for a trial');
        const audit = (url: string) => auditRestored(url, isJson);
        if (to === undefined) return checkBackup(file, audit);
        const restored = await restore(file, to, configOf('ledger').dataDir);
        const { data, ...audited } = await audit(to);
        return { ...audited, data: { ...restored, ...data } };
      });
    });
  asOperatorCommand(restoring, {
    name: 'restore',
    example:
      'florin restore florin.dump --check\n  florin restore florin.dump --to postgres://postgres:…@db.example.com/florin',
    finding:
      'the books break a rule; with --check also: the backup does not restore, or Florin does not start on it',
  });
}

interface JsonOption {
  readonly json?: boolean;
}

interface RestoreOptions extends JsonOption {
  readonly to?: string;
  readonly check?: boolean;
}

/** Audits through the same URL: passwords of existing roles are unknown here. */
async function auditRestored(databaseUrl: string, isJson: boolean): Promise<CommandResult> {
  const args = ['audit', ...(isJson ? [JSON_OPTION] : [])];
  const call = { command: 'audit', isJson };
  const document = await askService('ledger', args, call, {
    ...place,
    environmentOf: async (service) => {
      const url = new URL(databaseUrl);
      url.searchParams.set('options', `-c search_path=${service}`);
      return { ...process.env, [`${service.toUpperCase()}_DATABASE_URL`]: url.href };
    },
  });
  if (document.exit_code === EXIT.failed)
    throw new Error('the backup is restored, but the audit of its books failed');
  return { text: '', data: { audit: document }, isFinding: document.exit_code === EXIT.found };
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

/** URL of the services' common database, as superuser. */
async function commonUrl(config: LauncherConfig, setting = 'DATABASE_URL'): Promise<string> {
  const common = config.databaseUrl ?? (await findUrl(config.dataDir, 'postgres'));
  if (common !== undefined) return common;
  throw new Error(`nothing runs from ${config.dataDir}: start it (npm start), or set ${setting}`);
}
