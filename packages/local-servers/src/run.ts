import { type SpawnOptions, spawn } from 'node:child_process';
import { keepLastLines } from './last-lines.ts';

export interface Outcome {
  readonly succeeded: boolean;
  /** The end of what it wrote to stdout and stderr. */
  readonly output: string;
}

/** @throws Error with the end of what it wrote, when it fails. */
export async function runProgram(
  command: string,
  commandArguments: readonly string[],
  options: Parameters<typeof run>[2] = {},
): Promise<void> {
  const { succeeded, output } = await run(command, commandArguments, options);
  if (!succeeded) throw new Error(`${command} failed:\n${output}`);
}

/** Runs a program to its end. A program that does not exist is a failure like any other. */
export function run(
  command: string,
  commandArguments: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'timeout' | 'signal'> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = keepLastLines(child);
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.on('close', (code) => resolve({ succeeded: code === 0, output: output() }));
  });
}
