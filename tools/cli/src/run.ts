import { withUnderscores } from './api/commands.ts';
import { readGroups } from './api/operations.ts';
import { io } from './io.ts';
import { makeProgram } from './program.ts';
import { exitCodeOf, linesOfFailure } from './text/failure.ts';

/** Runs a command line; returns the exit code of a failure. */
export async function run(typed: readonly string[]): Promise<number | undefined> {
  const groups = readGroups();
  const args = withUnderscores(typed, groups);
  try {
    const program = await makeProgram(io, groups, args);
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    for (const line of linesOfFailure(error, io.env.FLORIN_URL)) io.say(line);
    return exitCodeOf(error);
  }
}
