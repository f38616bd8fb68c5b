import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dataDirOf, findRunning } from '@florin/launcher/src/find-running.ts';
import { stopChild } from '@florin/local-servers';

const launcher = join(import.meta.dirname, '../../launcher/src/main.ts');

const LOOK_MS_MAX = 2_000;
const START_MS_MAX = 120_000;
const STOP_MS_MAX = 20_000;

/**
 * The address that the person names, or of the Florin that runs from this folder; undefined when there
 * is none.
 * @throws Error when none answers there.
 */
export async function findFlorin(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = env.FLORIN_URL?.replace(/\/+$/, '') || undefined;
  const url = named ?? (await findRunning(env));
  if (url === undefined || (await isFlorin(url))) return url;
  throw new Error(
    named
      ? `no Florin answers at ${url}: start it, or leave FLORIN_URL out`
      : `the Florin of ${dataDirOf(env)} does not answer at ${url} yet: wait until it says that it runs`,
  );
}

/** Something else may listen where the person says. */
async function isFlorin(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/version`, { signal: AbortSignal.timeout(LOOK_MS_MAX) });
    const version = (await response.json()) as { readonly name?: string } | null;
    return version?.name === 'gateway';
  } catch {
    return false;
  }
}

/** Starts the whole system in a folder that is deleted at the end. */
export async function startFlorin(say: (line: string) => void, signal: AbortSignal) {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-demo-'));
  // As root, Postgres runs as somebody else, who has to get in.
  await chmod(dataDir, 0o711);
  const child = spawn(process.execPath, [launcher], {
    // By the channel it notices when this process is gone, even by a kill -9.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...withoutSettings(process.env), FLORIN_DATA_DIR: dataDir },
  });
  const stop = async () => {
    await stopChild(child, 'SIGTERM', STOP_MS_MAX);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await untilRunning(child, say, signal), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A throwaway system must not reach the databases, the ports or the keys of a lasting one. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const setting =
    /^(FLORIN|GATEWAY|IDENTITY|ACCOUNTS|LEDGER|BILLING|WEBHOOKS)_|DATABASE_URL$|^NATS_(URL|CREDS|CA)/;
  const kept = Object.entries(env).filter(([name]) => !setting.test(name));
  return Object.fromEntries(kept);
}

/** Passes on what the launcher says of itself, until it names the address. */
function untilRunning(child: ChildProcess, say: (line: string) => void, stopped: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(START_MS_MAX)]);
  signal.addEventListener('abort', () => reject(signal.reason));
  child.once('exit', () => reject(new Error('it did not start: see above')));
  if (child.stdout === null) throw new Error('the launcher has no output');
  createInterface(child.stdout).on('line', (line) => {
    const running = /^Florin is running at (\S+)$/.exec(line);
    if (running?.[1]) resolve(running[1]);
    else if (line.startsWith('florin  ')) say(line);
  });
  return promise;
}
