import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_MS_MAX = 90_000;
/** Long enough to cancel a payment before it settles, short enough to see one settle. */
const SETTLEMENT_DELAY_MS = 1_500;

/** Where the stories find the system of their run. */
export const URL_VARIABLE = 'FLORIN_E2E_URL';
export const DATA_VARIABLE = 'FLORIN_E2E_DATA_DIR';

/** Everything that any process of the system has printed, as JSON lines. */
export const LOG_FILE = 'output.log';

export interface Florin {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Vitest's global set-up: the whole system, for every story of the run. */
export async function setup(): Promise<() => Promise<void>> {
  const florin = await startFlorin();
  useFlorin(florin);
  return florin.stop;
}

/** Makes this process's calls go to a system. */
export function useFlorin({ url, dataDir }: Florin): void {
  process.env[URL_VARIABLE] = url;
  process.env[DATA_VARIABLE] = dataDir;
}

/** Starts the whole system by the launcher, as a newcomer starts it, in a folder of its own. */
export async function startFlorin(): Promise<Florin> {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-e2e-'));
  // As root, Postgres runs as somebody else, who has to get in.
  await chmod(dataDir, 0o711);
  const launcher = spawn(process.execPath, ['tools/launcher/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FLORIN_DATA_DIR: dataDir,
      FLORIN_LOG: 'json',
      LEDGER_SETTLEMENT_DELAY_MS: String(SETTLEMENT_DELAY_MS),
    },
  });
  const log = createWriteStream(join(dataDir, LOG_FILE));
  launcher.stdout.pipe(log, { end: false });
  launcher.stderr.pipe(log, { end: false });
  const exited = new Promise<void>((resolve) => launcher.once('exit', () => resolve()));
  try {
    const noStart = exited.then(() => Promise.reject(new Error('the launcher has ended')));
    return {
      url: await Promise.race([waitUntilReady(dataDir), noStart]),
      dataDir,
      async stop() {
        launcher.kill('SIGTERM');
        await exited;
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    launcher.kill('SIGTERM');
    throw new Error(`the system did not start: see ${join(dataDir, LOG_FILE)}`, { cause: error });
  }
}

/** The launcher takes the next free port when the usual one is taken, so it has to be asked. */
async function waitUntilReady(dataDir: string): Promise<string> {
  const waitEndsAt = performance.now() + START_MS_MAX;
  while (performance.now() < waitEndsAt) {
    const url = await findGateway(dataDir);
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (url !== undefined && response?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it was not ready after ${START_MS_MAX / 1_000} s`);
}

async function findGateway(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'processes.json'), 'utf8').catch(() => '[]');
  const listed: readonly { name: string; url: string }[] = JSON.parse(text);
  return listed.find(({ name }) => name === 'gateway-1')?.url;
}
