import { publisherNames, type ServiceName } from '@florin/contracts';
import { type LeaseTables, migrate, provisionService, retireRole } from '@florin/database';
import { provisionStreams } from '@florin/events';
import type { CommandResult } from '@florin/runtime/command';
import { operatorCommands, setUpCommands } from '../operator/commands.ts';
import { EXIT, helpOnExit, JSON_OPTION, runCommand } from '../operator/run-command.ts';
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

/** Runs a service's main.ts: serves without arguments, and otherwise runs the named command. */
export async function runService<Config extends ServiceConfig, Tables extends LeaseTables>(
  service: ServiceDefinition<Config, Tables>,
  env: Environment,
  given: readonly string[],
): Promise<void> {
  const { name, readConfig, adaptEnvironment = (unchanged) => unchanged, commands = {} } = service;
  const start = (log: Logger) => startService(service, readConfig(adaptEnvironment(env)), log);
  if (given.length === 0) return runProgram(name, start, env);
  const isJson = given.includes(JSON_OPTION);
  const [command = '', ...args] = given.filter((word) => word !== JSON_OPTION);
  if (given.includes('--help')) {
    process.stdout.write(helpOf(name, Object.keys(commands)));
    return;
  }
  const setUp = { provision, migrate: bringUpToDate, 'retire-role': retire };
  if (isKey(setUp, command))
    return runSetUp(command, service, setUp[command], { env, args, isJson });
  process.exitCode = await runCommand({ command, service: name, isJson }, async () => {
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    const known = [...Object.keys(setUp), ...Object.keys(commands)].join(', ');
    if (!run) throw new Error(`unknown command; use ${known}, or no argument to serve`);
    const adapted = adaptEnvironment(env);
    return run({ database: readDatabaseConfig(name, adapted) }, args, adapted);
  });
}

type Named = Pick<
  ServiceDefinition<ServiceConfig, LeaseTables>,
  'name' | 'migrations' | 'adaptEnvironment'
>;
type SetUp = (service: Named, env: Environment, log: Logger) => Promise<CommandResult>;

interface Call {
  readonly env: Environment;
  readonly args: readonly string[];
  readonly isJson: boolean;
}

/** Logs as containers do; with `--json`, the log does not go to standard output. */
async function runSetUp(
  command: string,
  service: Named,
  setUp: SetUp,
  { env, args, isJson }: Call,
): Promise<void> {
  const log = createLog(service.name, isJson ? process.stderr : process.stdout);
  const silent = () => {};
  const call = { command, service: service.name, isJson, errorOut: silent };
  const exitCode = await runCommand({ ...call, ...(!isJson && { out: silent }) }, async () => {
    try {
      if (args.length > 0) throw new Error(`${command} takes no arguments`);
      const result = await setUp(service, service.adaptEnvironment?.(env) ?? env, log);
      log.info(result.data, result.text);
      return result;
    } catch (error) {
      log.fatal({ err: error }, `${command} failed`);
      throw error;
    }
  });
  process.exitCode = exitCode;
  // A connection that is still being established would keep the process alive.
  if (exitCode === EXIT.failed) process.exit(exitCode);
}

const provision: SetUp = async ({ name }, env) => {
  const { adminUrl, passwords } = readProvisioning(name, env);
  const nats = readNatsProvisioning(name, env);
  await provisionService(adminUrl, name, passwords);
  const streams = nats ? publisherNames.filter((publisher) => publisher === name) : [];
  if (nats) await provisionStreams(nats, streams);
  return { text: 'provisioned', data: { streams_count: streams.length } };
};

const bringUpToDate: SetUp = async ({ name, migrations }, env, log) => {
  const url = readMigrationUrl(name, env);
  const applied = await migrate(url, name, migrations, (line) => log.warn(line));
  return { text: 'migrated', data: { applied } };
};

const retire: SetUp = async ({ name }, env) => {
  const { adminUrl, passwords } = readProvisioning(name, env);
  const { role, connections } = await retireRole(adminUrl, name, passwords.appRole);
  const data = { role: role ?? null, connections };
  if (role === undefined) return { text: 'the service has no previous role', data };
  return connections === 0
    ? { text: 'retired the previous role', data }
    : {
        text: 'the previous role still has open connections; restart each process with the new URL first',
        data,
        isFinding: true,
      };
};

function isKey<Keys extends string>(of: Readonly<Record<Keys, unknown>>, key: string): key is Keys {
  return Object.hasOwn(of, key);
}

function helpOf(service: ServiceName, offered: readonly string[]): string {
  const isOffered = (name: string) => offered.includes(name.split(' ')[0] ?? '');
  const own = operatorCommands.filter(({ name }) => isOffered(name));
  const lines = [...setUpCommands, ...own].map(
    ({ name, does, finding }) =>
      `  ${name}: ${does}\n${helpOnExit(finding).replace(/^/gm, '    ')}`,
  );
  return [`${service}: serves without an argument; with one:\n`, ...lines, ''].join('\n');
}
