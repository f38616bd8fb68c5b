import type { ServiceName } from '@florin/contracts';
import { type Migrations, migrate } from '@florin/database';
import { type Environment, readMigrationUrl } from './config.ts';
import { createLog, type Logger } from './log.ts';
import { type Running, runProgram } from './run-program.ts';

export interface ServiceProgram<Config> {
  readonly name: ServiceName;
  readonly migrations: Migrations;
  readonly readConfig: (env: Environment) => Config;
  readonly create: (config: Config, log: Logger) => Promise<Running>;
}

/** What a service's main.ts does: `migrate` brings its schema up to date, no argument serves. */
export async function runService<Config>(
  { name, migrations, readConfig, create }: ServiceProgram<Config>,
  env: Environment,
  command: string | undefined,
): Promise<void> {
  if (command === undefined) return runProgram(name, (log) => create(readConfig(env), log));
  const log = createLog(name);
  if (command !== 'migrate') {
    log.fatal(`unknown command ${command}: use migrate, or nothing to serve`);
    process.exit(2);
  }
  try {
    const applied = await migrate(readMigrationUrl(name, env), name, migrations);
    log.info({ applied }, 'migrated');
  } catch (error) {
    log.fatal({ err: error }, 'migration failed');
    process.exit(1);
  }
}
