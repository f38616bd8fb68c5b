import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '@florin/launcher/src/databases.ts';
import { openSecrets, type Secrets } from '@florin/launcher/src/secrets.ts';
import { freePort, readNatsVersion } from '@florin/local-servers';
import {
  type Processes,
  type Replacements,
  replacementEnvironment,
  startFlorin as start,
  writeReplacements,
} from '@florin/system-kit';

const root = join(import.meta.dirname, '../../../..');

/** Payments settle while they are measured. */
const SETTLEMENT_DELAY_MS = 1_000;

export interface FlorinOptions {
  /** Of a Postgres that runs, as superuser. */
  readonly serverUrl: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
  /** What its processes are told besides. */
  readonly given?: Readonly<Record<string, string>>;
  readonly replaced?: Replacements;
}

export interface Florin {
  readonly gatewayPort: number;
  /** Where all services keep their data, as superuser. */
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly natsVersion: string;
  readonly processes: Processes;
  /** The port of a process, such as `ledger-1`. */
  portOf(name: string): number;
  stop(): Promise<void>;
}

/** Starts the whole system by the launcher, without its output: logs are read and dropped. */
export async function startFlorin(options: FlorinOptions): Promise<Florin> {
  const { serverUrl, signal, given = {}, replaced = {} } = options;
  const databaseUrl = await createDatabase(serverUrl);
  const dataDir = join(options.dataDir, 'florin');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const replacementsFile = join(dataDir, 'replaced-modules.json');
  await writeReplacements(replacementsFile, replaced);
  const { url, processes, stop } = await start({
    root,
    dataDir,
    signal,
    env: {
      PATH: process.env.PATH,
      FLORIN_PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      // The load comes from one address, and accounts are hot on purpose.
      FLORIN_RATE_LIMITS: 'off',
      LEDGER_SETTLEMENT_DELAY_MS: String(SETTLEMENT_DELAY_MS),
      ...replacementEnvironment(replacementsFile),
      ...given,
    },
  });
  // A part that fails before it is open has nobody else to stop what it has started.
  signal.addEventListener('abort', () => void stop(), { once: true });
  return {
    gatewayPort: Number(new URL(url).port),
    databaseUrl,
    natsVersion: await readNatsVersion(processes.get('nats').port),
    secrets: await openSecrets(dataDir),
    processes,
    portOf: (name) => processes.get(name).port,
    stop,
  };
}
