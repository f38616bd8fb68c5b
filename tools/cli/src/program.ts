import { operatorExamples } from '@florin/service/operator';
import { Argument, Command } from 'commander';
import { addApiCommands } from './api/commands.ts';
import type { Group } from './api/operations.ts';
import { completionScript, shells, wordsAfter } from './completion.ts';
import type { Io } from './io.ts';
import { addListen } from './listen/command.ts';
import { addSessionCommands } from './session/commands.ts';
import { addTrigger } from './trigger/command.ts';

const EXAMPLES = `
Examples:
  florin login
  florin payments create --amount 12900 --currency EUR --customer_email grace@example.com
  florin payments list --status pending --limit 5
  florin listen --forward http://localhost:3000/hook
  florin trigger payment.succeeded

Examples for operators:
${operatorExamples}

Environment variables:
  FLORIN_URL      URL of Florin; default: the one of the login, or the one that runs from this folder
  FLORIN_API_KEY  API key to use instead of a login
  FLORIN_PROFILE  name of the login, if there are several

It ends with 0 when it is done, 1 for what is wrong here, 2 for an unknown command, 3 when Florin refuses, 4 when it does not
answer or asks to come back.`;

/** The command `florin`, for developers and operators. */
export async function makeProgram(
  io: Io,
  groups: readonly Group[],
  args: readonly string[],
): Promise<Command> {
  const program = new Command('florin')
    .description('Every operation of Florin, from a terminal.')
    .showHelpAfterError('(run florin --help for a list of commands)')
    .addHelpText('after', EXAMPLES);
  program.commandsGroup('Log in:');
  addSessionCommands(program, io);
  program.commandsGroup('Develop:');
  addListen(program, io);
  addTrigger(program, io);
  addCompletion(program, io);
  program.commandsGroup('Objects of Florin, each with list, get, create and more:');
  addApiCommands(program, groups, io);
  program.commandsGroup('For operators, with access to the databases. Florin keeps running:');
  const own = program.commands.map((command) => command.name());
  // These load the launcher, which takes as long as everything else.
  if (!own.includes(args.find((word) => !word.startsWith('-')) ?? '') || args.includes('words'))
    (await import('@florin/launcher/src/operators.ts')).addOperators(program, args);
  return program;
}

function addCompletion(program: Command, { show }: Io): void {
  const completion = program
    .command('completion')
    .description('print a script for shell completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', '\nExample:\n  source <(florin completion bash)')
    .action((shell: string) => show(completionScript(shell)));
  completion
    .command('words [before...]', { hidden: true })
    .allowUnknownOption()
    .action((before: readonly string[]) => {
      for (const word of wordsAfter(program, before)) show(word);
    });
}
