import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { ServiceName } from '@florin/contracts';
import { Command } from 'commander';
import type { Environment } from '../settings/config.ts';
import { type OperatorCommand, operatorCommands } from './commands.ts';

/** Where the services are that do what is asked for. */
export interface OperatorPlace {
  /** The file that a service is started from; it need not be there. */
  readonly entryOf: (service: ServiceName) => string;
  /** Options of Node for the process of a service, such as a module that it loads first. */
  readonly nodeOptions?: readonly string[];
  /** The settings of its database. */
  readonly environmentOf: (service: ServiceName) => Promise<Environment>;
  /** What can be asked for here besides. */
  readonly addOwn?: (program: Command) => void;
}

/**
 * The command `florin`: asks the services that are here for what operators need. It does nothing by
 * itself, since services are deployed apart.
 */
export function makeFlorin(place: OperatorPlace, args: readonly string[]): Command {
  const program = new Command('florin')
    .description('What operators ask of a running Florin. Nothing has to be stopped for it.')
    .showHelpAfterError('(florin --help tells what there is)')
    .addHelpText('after', `\nExamples:\n${operatorExamples}`);
  addOperatorCommands(program, place, args);
  return program;
}

/** Adds what operators ask for to a command that can do more. */
export function addOperatorCommands(
  program: Command,
  place: OperatorPlace,
  args: readonly string[],
): void {
  for (const command of operatorCommands)
    addCommand(program, command, () => ask(command.name, args, place));
  place.addOwn?.(program);
}

/** A line for each of them, as it is typed. */
export const operatorExamples = operatorCommands
  .filter(({ isFormer }) => !isFormer)
  .map(({ example }) => `  ${example}`)
  .join('\n');

function addCommand(program: Command, wanted: OperatorCommand, run: () => Promise<number>): void {
  const words = wanted.name.split(' ');
  const hidden = wanted.isFormer ?? false;
  const parent = words.slice(0, -1).reduce((above, name) => groupOf(above, name, hidden), program);
  const command = parent
    .command(words.at(-1) ?? '', { hidden })
    .description(wanted.does)
    .addHelpText('after', `\nExample:\n  ${wanted.example}\n\nOf: ${wanted.services.join(', ')}`);
  if (wanted.takes && 'argument' in wanted.takes) command.arguments(wanted.takes.argument);
  if (wanted.takes && 'option' in wanted.takes) command.requiredOption(wanted.takes.option);
  command.action(async () => {
    process.exitCode = await run();
  });
}

/** `admin` of `admin reset`. */
function groupOf(parent: Command, name: string, hidden: boolean): Command {
  const existing = parent.commands.find((command) => command.name() === name);
  const words = operatorCommands
    .filter((other) => other.name.startsWith(`${name} `))
    .map((other) => other.name.slice(name.length + 1));
  return existing ?? parent.command(name, { hidden }).description(`${name} ${words.join(', or ')}`);
}

/** Asks one service after the other; resolves with the first exit code that is not 0. */
export async function ask(
  name: string,
  args: readonly string[],
  { entryOf, nodeOptions = [], environmentOf }: OperatorPlace,
): Promise<number> {
  const { services = [] } = operatorCommands.find((command) => command.name === name) ?? {};
  const here = services.filter((service) => existsSync(entryOf(service)));
  if (here.length === 0) {
    process.stderr.write(`florin ${name} is asked of ${services.join(' or ')}: run it there\n`);
    return 2;
  }
  let failed = 0;
  for (const service of here) {
    if (here.length > 1) process.stdout.write(`${service}:\n`);
    const child = spawn(process.execPath, [...nodeOptions, entryOf(service), ...args], {
      stdio: 'inherit',
      env: { ...(await environmentOf(service)) },
    });
    const [code] = await once(child, 'exit');
    failed ||= code ?? 1;
  }
  return failed;
}
