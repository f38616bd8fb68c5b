import type { Command } from 'commander';
import type { Environment } from './session/connection.ts';
import { toHarmlessJson } from './text/harmless.ts';

/** What commands read and write. */
export interface Io {
  readonly env: Environment;
  /** Of the terminal, in characters. */
  readonly width: number;
  /** Answers. */
  show(line: string): void;
  showJson(value: unknown): void;
  /** What is said beside answers. */
  say(line: string): void;
}

export const io: Io = {
  env: process.env,
  width: process.stdout.columns ?? Number.POSITIVE_INFINITY,
  show: (line) => void process.stdout.write(`${line}\n`),
  showJson: (value) => void process.stdout.write(`${toHarmlessJson(value, 2)}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
};

/** The options that every command has which asks a Florin, and an example behind its help. */
export function withCommon(command: Command, example: string): Command {
  return command
    .option('--profile <name>', 'of several logins, FLORIN_PROFILE otherwise')
    .option('--json', 'JSON for programs')
    .addHelpText('after', `\nExample:\n  ${example}`);
}
