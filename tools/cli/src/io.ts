import type { Command } from 'commander';
import { toHarmlessJson } from './text/harmless.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Input and output of commands. */
export interface Io {
  readonly env: Environment;
  /** Width of the terminal in characters. */
  readonly width: number;
  /** Prints a result. */
  show(line: string): void;
  showJson(value: unknown): void;
  /** Prints a message to standard error. */
  say(line: string): void;
}

export const io: Io = {
  env: process.env,
  width: process.stdout.columns ?? Number.POSITIVE_INFINITY,
  show: (line) => void process.stdout.write(`${line}\n`),
  showJson: (value) => void process.stdout.write(`${toHarmlessJson(value, 2)}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
};

/** Adds the common options of commands that call Florin, and an example in their help. */
export function withCommon(command: Command, example: string): Command {
  return command
    .option('--profile <name>', 'name of the login (default: FLORIN_PROFILE)')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  ${example}`);
}
