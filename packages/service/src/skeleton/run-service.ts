import { publisherNames } from '@florin/contracts';
import { type LeaseTables, migrate, provisionService } from '@florin/database';
import { provisionStreams } from '@florin/events';
import { createLog, type Logger } from '../program/log.ts';
import { runProgram } from '../program/run-program.ts';
import { type Environment, readDatabaseConfig, type ServiceConfig } from '../settings/config.ts';
import {
  readMigrationUrl,
  readNatsProvisioning,
  readProvisioning,
} from '../settings/database-roles.ts';
import type { ServiceDefinition } from './define-service.ts';
import { startService } from './start-service.ts';

/**
 * What a service's main.ts does: with no argument it serves, `provision` makes its schema and roles,
 * `migrate` brings the schema up to date, and other commands of its own do what they say.
 */
export async function runService<Config extends ServiceConfig, Tables extends LeaseTables>(
  service: ServiceDefinition<Config, Tables>,
  env: Environment,
  [command, ...args]: readonly string[],
): Promise<void> {
  const { name, migrations, readConfig, commands = {} } = service;
  const start = (log: Logger) => startService(service, readConfig(env), log);
  if (command === undefined) return runProgram(name, start, env);
  const log = createLog(name);
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  try {
    if (command === 'provision') {
      const { adminUrl, passwords } = readProvisioning(name, env);
      const nats = readNatsProvisioning(name, env);
      await provisionService(adminUrl, name, passwords);
      const publishers = publisherNames.filter((publisher) => publisher === name);
      if (nats) await provisionStreams(nats, publishers);
      log.info('provisioned');
    } else if (command === 'migrate') {
      const url = readMigrationUrl(name, env);
      const applied = await migrate(url, name, migrations, (line) => log.warn(line));
      log.info({ applied }, 'migrated');
    } else if (run) {
      await print(command, () => run({ database: readDatabaseConfig(name, env) }, args, env));
    } else {
      const known = ['provision', 'migrate', ...Object.keys(commands)].join(', ');
      log.fatal(`unknown command ${command}: use ${known}, or nothing to serve`);
      process.exit(2);
    }
  } catch (error) {
    log.fatal({ err: error }, `${command} failed`);
    process.exit(1);
  }
}

/** A person asks, and reads what is the matter without the form of a log. */
async function print(command: string, run: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await run()}\n`);
  } catch (error) {
    process.stderr.write(`${command}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
