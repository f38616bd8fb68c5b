import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasExited, stopChild } from '@florin/local-servers';
import { accepts } from './accepts.ts';
import { endOf } from './child-life.ts';
import type { Environment } from './config.ts';
import { type OnLine, readLines } from './read-lines.ts';
import type { Running } from './supervisor.ts';

export interface AppProcess {
  readonly entry: string;
  /** Restarts it whenever a file that it has loaded changes. */
  readonly watch: boolean;
  readonly environment: Environment;
  readonly port: number;
  readonly url: string;
  readonly onLine: OnLine;
  /** Formats a log line for quoting. */
  readonly shown: (line: string) => string;
}

/**
 * For Linux's C library, which would keep memory of V8's compiler, up to 20 MB, for reuse: this way
 * it returns it to the system.
 */
const allocation: Environment = { MALLOC_MMAP_THRESHOLD_: '8192' };

/** Resolves dependencies from fewer files, if the bootstrap has bundled them. */
export const JOINED = join(import.meta.dirname, 'joined/use.mjs');

/** The rest of a stop's 15 s, after the other services, NATS and Postgres. */
const stopMs = 5_000;
const pollMs = 50;

/** Runs one app from its source. It exits by itself when the channel to this process closes. */
export async function startApp(app: AppProcess): Promise<Running> {
  if (await accepts(app.url)) throw new Error(`finds port ${app.port} taken by another program`);
  const watchFlags = app.watch ? ['--watch', '--watch-preserve-output'] : [];
  const child = spawn(process.execPath, ['--import', JOINED, ...watchFlags, app.entry], {
    env: { ...allocation, ...app.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal is for the launcher, which stops the gateway first.
    detached: true,
  });
  const lastLines = readLines(child, app.onLine);
  const exited = endOf(child);
  if (child.pid === undefined) throw new Error(await exited);

  let ready = false;
  void watch(child, app.url).then((listens) => {
    ready = listens;
  });
  return {
    pid: child.pid,
    port: app.port,
    url: app.url,
    exited,
    wasReady: () => ready,
    lastLines: () => lastLines().map(app.shown).join('\n'),
    stop: () => stopChild(child, 'SIGTERM', stopMs),
    kill: () => child.kill('SIGKILL'),
  };
}

/** True once the process listens, false if it exited before. */
async function watch(child: ChildProcess, url: string): Promise<boolean> {
  while (!hasExited(child)) {
    if (await accepts(url)) return true;
    await sleep(pollMs);
  }
  return false;
}
