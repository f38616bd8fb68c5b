import { spawnSync } from 'node:child_process';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Lines of a program's output in an error. */
const LINES_MAX = 40;

export interface Run {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/**
 * Runs a program to its end.
 * @returns its output
 * @throws Error with the end of the output, on failure or timeout
 */
export function runProgram(command: string, args: readonly string[], run: Run): string {
  const { cwd, env = process.env, timeoutMs } = run;
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd, env, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
    ...{ timeout: timeoutMs, killSignal: 'SIGKILL' as const },
  });
  const output = `${stdout ?? ''}${stderr ?? ''}`;
  if (status === 0) return output;
  const end = output.trimEnd().split('\n').slice(-LINES_MAX).join('\n');
  const why = error?.message ?? (signal === null ? `ended with ${status}` : `ended by ${signal}`);
  throw new Error(`${command} ${args[0] ?? ''}: ${why}\n${end}`);
}

const PROBE_MS_MAX = 30_000;

/** Whether a program is installed. */
export function isInstalled(command: string, ...args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { timeout: PROBE_MS_MAX, stdio: 'ignore' });
  return status === 0;
}
