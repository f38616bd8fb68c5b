import { type SpawnOptions, spawn } from 'node:child_process';
import { keepLastLines } from './last-lines.ts';

export interface Outcome {
  readonly succeeded: boolean;
  /** Last lines of stdout and stderr. */
  readonly output: string;
}

/** @throws Error with the last lines of output if the program fails */
export async function runProgram(
  command: string,
  commandArguments: readonly string[],
  options: Parameters<typeof run>[2] = {},
): Promise<void> {
  const { succeeded, output } = await run(command, commandArguments, options);
  if (!succeeded) throw new Error(`${command} failed:\n${output}`);
}

/** Runs a program until it exits. A missing program counts as a failure. */
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
