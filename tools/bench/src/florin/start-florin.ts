import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '@florin/launcher/src/databases.ts';
import { openSecrets, type Secrets } from '@florin/launcher/src/secrets.ts';
import { freePort, readNatsVersion } from '@florin/local-servers';
import { type Replacements, type RunningFlorin, startFlorin as start } from '@florin/system-kit';

/** Payments settle during the measurement. */
const SETTLEMENT_DELAY_MS = 1_000;

export interface FlorinOptions {
  /** Superuser's URL of a running Postgres; the launcher starts one by default. */
  readonly serverUrl?: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
  /** Further environment of its processes. */
  readonly given?: Readonly<Record<string, string>>;
  readonly replaced?: Replacements;
}

export interface Florin extends RunningFlorin {
  readonly gatewayPort: number;
  /** Database of all services, as superuser. */
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly natsVersion: string;
}

/**
 * Starts the whole system with the launcher and discards its logs; it stops when the signal aborts.
 */
export async function startFlorin(options: FlorinOptions): Promise<Florin> {
  const { serverUrl, signal, given, replaced } = options;
  const databaseUrl = serverUrl && (await createDatabase(serverUrl));
  const dataDir = join(options.dataDir, 'florin');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const florin = await start({
    dataDir,
    signal,
    replaced,
    // The caller's environment must not affect the measurement.
    env: { PATH: process.env.PATH, FLORIN_PORT: String(await freePort()) },
    settings: {
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      // The load comes from one address, and accounts are hot on purpose.
      FLORIN_RATE_LIMITS: 'off',
      LEDGER_SETTLEMENT_DELAY_MS: String(SETTLEMENT_DELAY_MS),
      ...given,
    },
  });
  const { url, processes, stop } = florin;
  // If a part fails before it is open, nothing else would stop what it has started.
  signal.addEventListener('abort', () => void stop(), { once: true });
  return {
    ...florin,
    gatewayPort: Number(new URL(url).port),
    databaseUrl: databaseUrl ?? processes.get('postgres').url,
    natsVersion: await readNatsVersion(processes.get('nats').port),
    secrets: await openSecrets(dataDir),
  };
}
