import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serviceNames } from '@florin/contracts';
import { freePort, scratchParent, stopChild } from '@florin/local-servers';
import { until } from '../clients/until.ts';
import {
  type Replacements,
  replacementEnvironment,
  writeReplacements,
} from '../replaced-modules/replacements-file.ts';
import { type Processes, processesOf } from './processes.ts';

export interface StartFlorin {
  /** Source tree; this repository by default. */
  readonly root?: string;
  /** Name of the throwaway data folder, which is used without `dataDir` and deleted by `stop`. */
  readonly name?: string;
  /** A data folder that `stop` preserves. */
  readonly dataDir?: string;
  /** Receives the output of all processes; discarded by default. */
  readonly logFile?: string;
  /** Called with each line of output. */
  readonly onLine?: (line: string) => unknown;
  /** Defaults to this process's environment without Florin's settings, and a free port. */
  readonly env?: NodeJS.ProcessEnv;
  /** Settings in addition to the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Modules to replace in apps. Required for `replace`. */
  readonly replaced?: Replacements | undefined;
  /** Arguments of the launcher, which starts all apps by default. */
  readonly options?: readonly string[];
  /** Aborts the wait for the start. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunningFlorin {
  readonly url: string;
  readonly dataDir: string;
  readonly processes: Processes;
  /** Replaces modules in apps from the next start of their processes. */
  replace(replaced: Replacements): Promise<void>;
  stop(): Promise<void>;
}

/**
 * JSON logs, high limits for tests from a single address, and a tax office that is never reached.
 */
export const TEST_SETTINGS = {
  FLORIN_LOG: 'json',
  FLORIN_RATE_LIMITS: 'off',
  IDENTITY_PASSWORD_COST: '4',
  BILLING_VIES_URL: 'http://127.0.0.1:9',
} as const;

const repository = join(import.meta.dirname, '../../../..');

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 20_000;
/** Processes of a killed Postgres write for another moment. */
const DELETION = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 } as const;

/** Creates a data folder for one run. As root, Postgres runs as another user, who needs access. */
export async function makeDataDir(name: string): Promise<string> {
  const dataDir = await mkdtemp(join(scratchParent(), `florin-${name}-`));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/**
 * Starts the whole system with the launcher; resolves once the gateway is ready.
 * @throws Error after two minutes
 */
export async function startFlorin(start: StartFlorin): Promise<RunningFlorin> {
  const { root = repository, name = 'florin', logFile, onLine, options = [], signal } = start;
  const dataDir = start.dataDir ?? (await makeDataDir(name));
  const replacementsFile = join(dataDir, 'replaced-modules.json');
  const replace = (replaced: Replacements) => writeReplacements(replacementsFile, replaced);
  if (start.replaced) await replace(start.replaced);
  const child = spawn(process.execPath, ['tools/launcher/src/main.ts', ...options], {
    cwd: root,
    // Through the channel, the launcher notices that this process is gone, even after a kill.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Not for Ctrl-C in the terminal: this process stops the launcher.
    detached: true,
    env: {
      ...(start.env ?? { ...withoutSettings(process.env), FLORIN_PORT: String(await freePort()) }),
      ...(start.replaced && replacementEnvironment(replacementsFile)),
      ...start.settings,
      FLORIN_DATA_DIR: dataDir,
    },
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
    if (start.dataDir === undefined) await rm(dataDir, DELETION);
  };
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the launcher has ended')));
  const processes = processesOf(dataDir);
  try {
    const given = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
    return { url: await untilReady(processes, given), dataDir, processes, replace, stop };
  } catch (cause) {
    await stop();
    throw new Error(`Florin did not start${logFile ? `: see ${logFile}` : ''}`, { cause });
  }
}

/** The launcher may have chosen another port if the given one was taken. */
async function untilReady(processes: Processes, signal: AbortSignal): Promise<string> {
  const isReady = async () => {
    signal.throwIfAborted();
    const url = processes.find('gateway-1')?.url;
    return (
      url !== undefined && ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false)
    );
  };
  await until('the start', isReady, START_MS_MAX);
  return processes.get('gateway-1').url;
}

const owners = ['florin', 'gateway', ...serviceNames, 'stripe', 'bank_transfer', 'smtp'];
const setting = new RegExp(
  `^(${owners.join('|').toUpperCase()})_|DATABASE_URL(_FILE)?$|^NATS_(URL|CREDS|CA)`,
);

/**
 * An environment without Florin's settings, so that a throwaway Florin does not use the databases,
 * ports, keys, mail server or processors of a real one.
 */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !setting.test(name)));
}
