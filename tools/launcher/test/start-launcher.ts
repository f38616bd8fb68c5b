import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, scratchParent } from '@florin/local-servers';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { ProcessEntry } from '../src/process-list.ts';

const main = join(import.meta.dirname, '../src/main.ts');

export interface LauncherUnderTest {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** All of its output. */
  output(): string;
  /** Resolves once it has printed this; rejects if it exits before. */
  printed(text: string): Promise<void>;
  /** Its exit code, or the signal that ended it, once it is gone. */
  readonly ended: Promise<number | string>;
  /** The current entries of `processes.json`. */
  processes(): Promise<readonly ProcessEntry[]>;
}

export interface LauncherOptions {
  readonly dataDir: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The program that runs the launcher, with its first arguments. */
  readonly by?: readonly string[];
}

/** A data folder; the caller removes it. */
export async function makeFolder() {
  const path = await mkdtemp(join(scratchParent(), 'florin-launcher-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A data folder that is removed at the end of the test. */
export async function makeDataDir(): Promise<string> {
  const { path, remove } = await makeFolder();
  onTestFinished(remove);
  return path;
}

/** Starts the launcher as a process; the end of the test stops it. */
export async function startLauncher(options: LauncherOptions): Promise<LauncherUnderTest> {
  const launcher = await spawnLauncher(options);
  onTestFinished(async () => {
    launcher.child.kill('SIGTERM');
    await launcher.ended;
  });
  return launcher;
}

/** Starts the launcher as a process; the caller stops it. */
export async function spawnLauncher(options: LauncherOptions): Promise<LauncherUnderTest> {
  const { dataDir, environment = {}, by = [] } = options;
  const [program = '', ...programArguments] = [...by, process.execPath, main, ...options.arguments];
  const child = spawn(program, programArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FLORIN_DATA_DIR: dataDir,
      FLORIN_PORT: String(await freePort()),
      ...environment,
    },
  });
  let output = '';
  const more = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      more.dispatchEvent(new Event('text'));
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);

  return {
    child,
    dataDir,
    ended,
    output: () => output,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(text) && resolve();
        more.addEventListener('text', look);
        void ended.then((how) => reject(new Error(`it exited with ${how}:\n${output}`)));
        look();
      }),
    processes: async () => JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')),
  };
}

/** Queries a running Postgres on a new connection. */
export async function query(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
