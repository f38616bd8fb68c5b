import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const OUTPUT_BYTES_MAX = 1_000_000;

/**
 * Runs a program to its end and returns its stdout.
 * @throws Error with its stderr.
 */
export async function runChild(
  program: string,
  programArguments: readonly string[],
  options: { readonly signal: AbortSignal; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, programArguments, {
    ...options,
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return stdout;
}
