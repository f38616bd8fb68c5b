import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import { readConfig } from '@florin/launcher/src/config.ts';
import { createDatabase, databaseName } from '@florin/launcher/src/databases.ts';
import { launch } from '@florin/launcher/src/launch.ts';
import type { Printer } from '@florin/launcher/src/printer.ts';
import { findUrl, openProcessList } from '@florin/launcher/src/process-list.ts';
import { makeRunningSystem } from '@florin/launcher/src/running-system.ts';
import { openSecrets, type Secrets } from '@florin/launcher/src/secrets.ts';
import { freePort, readNatsVersion } from '@florin/local-servers';

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
  /** The file that the gateway is started from, instead of its own. */
  readonly gatewayEntry?: string;
}

export interface Florin {
  readonly gatewayPort: number;
  /** Where all services keep their data, as superuser. */
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly natsVersion: string;
  /** The port of a process, such as `ledger-1`. */
  portOf(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the whole system as the launcher does, without its output: logs are read and dropped. */
export async function startFlorin(options: FlorinOptions): Promise<Florin> {
  const { serverUrl, dataDir, signal, gatewayEntry } = options;
  await createDatabase(serverUrl);
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${databaseName}` }).href;
  const environment = {
    PATH: process.env.PATH,
    FLORIN_DATA_DIR: join(dataDir, 'florin'),
    FLORIN_PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    // The load comes from one address, and accounts are hot on purpose.
    FLORIN_RATE_LIMITS: 'off',
    LEDGER_SETTLEMENT_DELAY_MS: String(SETTLEMENT_DELAY_MS),
    ...options.given,
  };
  const config = readConfig(environment, { root, only: [], watch: [] });
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 });
  const secrets = await openSecrets(config.dataDir);
  const said: string[] = [];
  const printer = makeQuietPrinter(said);
  const running = makeRunningSystem(openProcessList(config.dataDir), printer.say);
  const entryOf = (app: PeerName) =>
    app === 'gateway' && gatewayEntry ? gatewayEntry : join(root, 'apps', app, 'src/main.ts');
  // A part that fails before it is open has nobody else to stop what it has started.
  const onStop = () => {
    running.abort(signal.reason);
    void running.stop();
  };
  signal.addEventListener('abort', onStop, { once: true });
  const stop = async () => {
    signal.removeEventListener('abort', onStop);
    await running.stop();
  };
  try {
    const launched = await launch({
      config,
      secrets,
      printer,
      running,
      commit: undefined,
      entryOf,
      migrationsOf: (service) => join(root, 'apps', service, 'src/migrations/index.ts'),
      adminFile: join(root, 'apps/identity/src/admin.ts'),
    });
    return {
      gatewayPort: portIn(launched?.url),
      databaseUrl,
      natsVersion: await readNatsVersion(portIn(await findUrl(config.dataDir, 'nats'))),
      secrets,
      portOf: async (name) => portIn(await findUrl(config.dataDir, name)),
      stop,
    };
  } catch (error) {
    await stop();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(['Florin did not start:', ...said, why].join('\n'), { cause: error });
  }
}

function portIn(url: string | undefined): number {
  if (url === undefined) throw new Error('a process of Florin is not running');
  return Number(new URL(url).port);
}

/** Keeps what the launcher itself says, for an error; the services' logs go nowhere. */
function makeQuietPrinter(said: string[]): Printer {
  return {
    say: (message) => said.push(message),
    show: () => {},
    fail: (message) => said.push(message),
    linesOf: () => () => {},
    shown: (name, line) => `${name} ${line}`,
  };
}
