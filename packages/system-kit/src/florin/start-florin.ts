import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@florin/contracts';
import { stopChild } from '@florin/local-servers';
import { type Processes, processesOf } from './processes.ts';

export interface StartFlorin {
  /** The tree that is run. */
  readonly root: string;
  /** Everything that its processes print goes there; nowhere where it is left out. */
  readonly logFile?: string;
  /** Called with each line that is printed. */
  readonly onLine?: (line: string) => void;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** Command line of the launcher; it starts everything unless told otherwise. */
  readonly options?: readonly string[];
  /** Ends the wait for the start. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunningFlorin {
  readonly url: string;
  readonly processes: Processes;
  /** Leaves the data folder. */
  stop(): Promise<void>;
}

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 20_000;
const POLL_MS = 100;

/** A folder for the data of one run. As root, Postgres runs as somebody else, who has to get in. */
export async function makeDataDir(name: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), `florin-${name}-`));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** Starts the whole system by the launcher, as a newcomer does; resolves once it is ready. */
export async function startFlorin(start: StartFlorin): Promise<RunningFlorin> {
  const { root, logFile, onLine, dataDir, env, options = [], signal } = start;
  const child = spawn(process.execPath, ['tools/launcher/src/main.ts', ...options], {
    cwd: root,
    // By the channel the launcher learns that this process is gone, even by a kill.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A Ctrl-C in the terminal is for this process, which stops the launcher.
    detached: true,
    env: { ...env, FLORIN_DATA_DIR: dataDir },
  });
  const log = logFile === undefined ? undefined : createWriteStream(logFile);
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    if (log) output.pipe(log, { end: false });
    else output.resume();
    if (onLine) createInterface(output).on('line', onLine);
  }
  const stop = async () => {
    await stopChild(child, 'SIGTERM', STOP_MS_MAX);
    log?.end();
  };
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the launcher has ended')));
  const processes = processesOf(dataDir);
  try {
    const given = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
    return { url: await untilReady(processes, given), processes, stop };
  } catch (cause) {
    await stop();
    throw new Error(`Florin did not start${logFile ? `: see ${logFile}` : ''}`, { cause });
  }
}

/** The launcher takes the next free port when the one it was given is taken, so it has to be asked. */
async function untilReady(processes: Processes, signal: AbortSignal): Promise<string> {
  const endsAt = performance.now() + START_MS_MAX;
  while (performance.now() < endsAt) {
    signal.throwIfAborted();
    const url = processes.find('gateway-1')?.url;
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (url !== undefined && response?.ok) return url;
    await pause(POLL_MS);
  }
  throw new Error(`it was not ready after ${START_MS_MAX / 1_000} s`);
}

const owners = ['florin', 'gateway', ...serviceNames, 'stripe', 'bank_transfer', 'smtp'];
const setting = new RegExp(
  `^(${owners.join('|').toUpperCase()})_|DATABASE_URL(_FILE)?$|^NATS_(URL|CREDS|CA)`,
);

/**
 * An environment without settings of Florin: a throwaway one must not reach the databases, the
 * ports, the keys, the mail server or the processors of a lasting one.
 */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !setting.test(name)));
}
