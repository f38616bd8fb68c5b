import { spawn } from 'node:child_process';
import { endOf } from './child-life.ts';
import type { Environment } from './config.ts';
import { type OnLine, readLines } from './read-lines.ts';

export interface Migration {
  readonly name: string;
  readonly entry: string;
  readonly environment: Environment;
  readonly onLine: OnLine;
}

/** Runs `main.ts migrate` of one service; an abort ends it, which leaves its schema as it was. */
export async function migrate(migration: Migration, signal: AbortSignal): Promise<void> {
  const { name, entry, environment, onLine } = migration;
  const child = spawn(process.execPath, [entry, 'migrate'], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    signal,
  });
  const lastLines = readLines(child, onLine);
  const ending = await endOf(child);
  signal.throwIfAborted();
  if (ending !== 'ended with exit code 0') {
    throw new Error(`the migration of ${name} ${ending}:\n${lastLines()}`);
  }
}
