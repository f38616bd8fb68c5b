import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { ServiceName } from '@florin/contracts';
import { Command, type CommanderError } from 'commander';
import type { Environment } from '../settings/config.ts';
import { type OperatorCommand, operatorCommands } from './commands.ts';
import {
  type CommandCall,
  EXIT,
  type ExitCode,
  helpOnExit,
  JSON_OPTION,
  reasonOf,
  runCommand,
  toDocument,
} from './run-command.ts';

export type { CommandResult } from '@florin/runtime/command';
export { operatorCommands } from './commands.ts';
export { EXIT, helpOnExit, JSON_OPTION, runCommand, runScript } from './run-command.ts';

/** How to run commands of the services in this place. */
export interface OperatorPlace {
  /** Entry file of a service, which need not exist. */
  readonly entryOf: (service: ServiceName) => string;
  /** Node options for the service's process, such as a module to preload. */
  readonly nodeOptions?: readonly string[];
  /** Database settings of a service. */
  readonly environmentOf: (service: ServiceName) => Promise<Environment>;
  /** Adds commands of this place. */
  readonly addOwn?: (program: Command) => void;
}

/**
 * The command `florin`, which runs operator commands in the processes of local services. It has no
 * logic of its own, since services are deployed separately.
 */
export function makeFlorin(place: OperatorPlace, args: readonly string[]): Command {
  const program = new Command('florin')
    .description('Operator commands for a running Florin. No service needs to be stopped.')
    .showHelpAfterError('(florin --help lists the commands)')
    .addHelpText('after', `\nExamples:\n${operatorExamples}`);
  addOperatorCommands(program, place, args);
  return program;
}

/** Adds operator commands to an existing program; its groups and unknown commands end as they do. */
export function addOperatorCommands(
  program: Command,
  place: OperatorPlace,
  args: readonly string[],
): void {
  // Commands and groups that are added below inherit it.
  program.exitOverride(endOf('florin'));
  for (const command of operatorCommands)
    addCommand(program, command, () => ask(command.name, args, place));
  place.addOwn?.(program);
}

/** One line per command, as typed. */
export const operatorExamples = operatorCommands.map(({ example }) => `  ${example}`).join('\n');

function addCommand(program: Command, wanted: OperatorCommand, run: () => Promise<number>): void {
  const words = wanted.name.split(' ');
  const parent = words.slice(0, -1).reduce((above, name) => groupOf(above, name), program);
  const command = parent
    .command(words.at(-1) ?? '')
    .description(wanted.does)
    .addHelpText('after', `\nOf: ${wanted.services.join(', ')}`);
  if (wanted.takes && 'argument' in wanted.takes) command.arguments(wanted.takes.argument);
  if (wanted.takes && 'option' in wanted.takes) command.requiredOption(wanted.takes.option);
  asOperatorCommand(command, wanted);
  command.action(async () => {
    process.exitCode = await run();
  });
}

/** Adds `--json`, the example and the exit codes, which also apply to a mistyped call. */
export function asOperatorCommand(
  command: Command,
  { name, example, finding }: Pick<OperatorCommand, 'name' | 'example' | 'finding'>,
): void {
  command
    .option(JSON_OPTION, 'one JSON document on standard output, for programs')
    .addHelpText('after', `\nExample:\n  ${example}\n\n${helpOnExit(finding)}`)
    .exitOverride(endOf(name));
}

/** Ends a call that commander has answered: with help, or with what is wrong in it. */
function endOf(command: string) {
  return ({ exitCode, message }: CommanderError): never => {
    if (exitCode === 0) process.exit(EXIT.fine);
    if (process.argv.includes(JSON_OPTION))
      process.stdout.write(toDocument({ command, exit_code: EXIT.failed, error: message }));
    process.exit(EXIT.failed);
  };
}

/** The group `admin` of `admin reset`. */
function groupOf(parent: Command, name: string): Command {
  const existing = parent.commands.find((command) => command.name() === name);
  const words = operatorCommands
    .filter((other) => other.name.startsWith(`${name} `))
    .map((other) => other.name.slice(name.length + 1));
  return existing ?? parent.command(name).description(`${name} ${words.join(', or ')}`);
}

/**
 * Runs a command in each service in turn. With `--json`, a command of several services prints their
 * documents in `services`.
 */
export async function ask(
  name: string,
  args: readonly string[],
  place: OperatorPlace,
): Promise<ExitCode> {
  const { services = [] } = operatorCommands.find((command) => command.name === name) ?? {};
  const here = services.filter((service) => existsSync(place.entryOf(service)));
  const isJson = args.includes(JSON_OPTION);
  const call = { command: name, isJson };
  if (here.length === 0)
    return runCommand(call, async () => {
      throw new Error(`is a command of ${services.join(' or ')}: run it there`);
    });
  const documents: { readonly exit_code: ExitCode }[] = [];
  for (const service of here) {
    if (!isJson && here.length > 1) process.stdout.write(`${service}:\n`);
    documents.push(await askService(service, args, call, place));
  }
  const exitCode = worstOf(documents);
  if (isJson && services.length > 1)
    process.stdout.write(toDocument({ command: name, exit_code: exitCode, services: documents }));
  else if (isJson) process.stdout.write(toDocument(documents[0] ?? {}));
  return exitCode;
}

function worstOf(documents: readonly { readonly exit_code: ExitCode }[]): ExitCode {
  const isAny = (code: ExitCode) => documents.some((document) => document.exit_code === code);
  return [EXIT.failed, EXIT.found].find(isAny) ?? EXIT.fine;
}

/** Returns the document of the command in one service; only its exit code if it printed text. */
export async function askService(
  service: ServiceName,
  args: readonly string[],
  { command, isJson }: CommandCall,
  { entryOf, nodeOptions = [], environmentOf }: OperatorPlace,
): Promise<{ readonly exit_code: ExitCode }> {
  const head = { command, service };
  const fail = (error: string) => ({ ...head, exit_code: EXIT.failed, error });
  let printed = '';
  let ended: string | number = EXIT.failed;
  try {
    const child = spawn(process.execPath, [...nodeOptions, entryOf(service), ...args], {
      stdio: ['inherit', isJson ? 'pipe' : 'inherit', 'inherit'],
      env: { ...(await environmentOf(service)) },
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const [code, signal] = await once(child, 'close');
    ended = code ?? signal;
  } catch (error) {
    process.stderr.write(`${command}: ${reasonOf(error)}\n`);
    return fail(reasonOf(error));
  }
  if (!isJson) return { exit_code: isExitCode(ended) ? ended : EXIT.failed };
  try {
    return JSON.parse(printed);
  } catch {
    return fail(`the command of ${service} ended with ${ended} and printed no JSON`);
  }
}

function isExitCode(code: unknown): code is ExitCode {
  return Object.values<unknown>(EXIT).includes(code);
}
