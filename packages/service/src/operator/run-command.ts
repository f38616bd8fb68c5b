import { poolerHint } from '@florin/database';
import type { CommandResult } from '@florin/runtime/command';

/** Exit codes of every operator command. */
export const EXIT = { fine: 0, found: 1, failed: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const JSON_OPTION = '--json';

export interface CommandCall {
  readonly command: string;
  /** Absent for a command of several services. */
  readonly service?: string;
  readonly isJson: boolean;
  readonly out?: (text: string) => void;
  readonly errorOut?: (text: string) => void;
}

/**
 * Runs an operator command: prints its text or a JSON document, and returns its exit code. Errors
 * go to standard error and into the document.
 */
export async function runCommand(
  {
    command,
    service,
    isJson,
    out = (text) => void process.stdout.write(text),
    errorOut = (text) => void process.stderr.write(text),
  }: CommandCall,
  work: () => Promise<CommandResult>,
): Promise<ExitCode> {
  const head = { command, ...(service !== undefined && { service }) };
  try {
    const { text, data, isFinding = false } = await work();
    const exitCode = isFinding ? EXIT.found : EXIT.fine;
    out(isJson ? toDocument({ ...head, exit_code: exitCode, ...data }) : text && `${text}\n`);
    return exitCode;
  } catch (error) {
    const reason = reasonOf(error);
    errorOut(`${command}: ${reason}\n`);
    if (isJson) out(toDocument({ ...head, exit_code: EXIT.failed, error: reason }));
    return EXIT.failed;
  }
}

/** Runs a command implemented as a script, with its arguments, `--json` and `--help`. */
export async function runScript(
  { command, usage, finding }: { command: string; usage: string; finding?: string },
  work: (args: readonly string[]) => Promise<CommandResult>,
): Promise<void> {
  const given = process.argv.slice(2);
  if (given.includes('--help')) {
    process.stdout.write(`${usage}\n\n${helpOnExit(finding)}\n`);
    return;
  }
  const isJson = given.includes(JSON_OPTION);
  const args = given.filter((word) => word !== JSON_OPTION);
  process.exitCode = await runCommand({ command, isJson }, () => work(args));
}

/** The exit codes in a command's help. */
export function helpOnExit(finding?: string): string {
  const found = finding === undefined ? '' : `, 1: ${finding}`;
  return `Exit codes: 0: done${found}, 2: it could not do its work.\nWith ${JSON_OPTION}: one JSON document on standard output.`;
}

/** JSON with bigint amounts as numbers, which stay below 2^53. */
export function toDocument(value: object): string {
  const text = JSON.stringify(
    value,
    (_name, member) => (typeof member === 'bigint' ? Number(member) : member),
    2,
  );
  return `${text}\n`;
}

/** A host with several addresses fails with one error per address and an empty message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  const message = error instanceof Error ? error.message : String(error);
  const hint = poolerHint(error);
  return hint === undefined ? message : `${message}: ${hint}`;
}
