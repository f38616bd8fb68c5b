import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir, startFlorin as start, TEST_SETTINGS } from '@florin/system-kit';
import { skipDiskSyncs } from '@florin/testing';
import { BANK_ACCOUNT } from './bank-account.ts';
import { prepareBrowsing } from './browser/bring-chromium.ts';
import { type OwnPostgres, startLedgerPostgres, startPooledPostgres } from './own-postgres.ts';
import { STRIPE_VARIABLE, startStripe } from './stripe-stand-in.ts';

/** By which the service that sends mail shows who it is. */
export const NOTICES_TOKEN = 'notices-token-of-the-stories';

/** Long enough to cancel a payment before it settles, short enough to see one settle. */
const SETTLEMENT_DELAY_MS = 1_500;

/** Where the stories find the system of their run. */
export const URL_VARIABLE = 'FLORIN_E2E_URL';
export const DATA_VARIABLE = 'FLORIN_E2E_DATA_DIR';
/** Where the ledger, or everything, keeps its data, when that is not the launcher's Postgres. */
export const OWN_DATABASE_VARIABLE = 'FLORIN_E2E_OWN_DATABASE_URL';

/** The shards of the ledger of the one story that has a Florin of its own. */
export const APART_SHARDS_VARIABLE = 'FLORIN_E2E_APART_SHARD_URLS';

/** Whose pages may call the system from a browser. */
export const KNOWN_ORIGIN = 'http://shop.localhost';

/** Everything that any process of the system has printed, as JSON lines. */
export const LOG_FILE = 'output.log';

export interface Florin {
  readonly url: string;
  readonly dataDir: string;
  readonly ownDatabaseUrl: string | undefined;
  readonly stripeUrl: string;
  stop(): Promise<void>;
}

/** Vitest's global set-up: the whole system, for every story of the run. */
export async function setup(): Promise<() => Promise<void>> {
  const [florin] = await Promise.all([startFlorin(), prepareBrowsing()]);
  useFlorin(florin);
  return florin.stop;
}

/**
 * Sends the calls of this process to a system.
 * @returns a function that restores the previous system: the test files of a worker share its environment
 */
export function useFlorin({ url, dataDir, ownDatabaseUrl, stripeUrl }: Florin): () => void {
  const variables = {
    [STRIPE_VARIABLE]: stripeUrl,
    [URL_VARIABLE]: url,
    [DATA_VARIABLE]: dataDir,
    ...(ownDatabaseUrl !== undefined && { [OWN_DATABASE_VARIABLE]: ownDatabaseUrl }),
  };
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}

export interface Source {
  /** The tree that is run. */
  readonly root?: string;
  /** What the launcher is told; everything is started unless it says otherwise. */
  readonly options?: readonly string[];
  /** How often processors are asked what they have settled, in milliseconds. */
  readonly settlementsEveryMs?: number;
  /** The shards of its ledger; one database unless they are said. */
  readonly shardUrls?: string | undefined;
}

/**
 * Starts the whole system by the launcher, as a newcomer starts it, in a folder of its own. With
 * `FLORIN_E2E_SPLIT` set, the ledger has a second Postgres to itself; with `FLORIN_E2E_PGBOUNCER`, all
 * services reach theirs by PgBouncer.
 */
export async function startFlorin({
  root = join(import.meta.dirname, '..'),
  options = [],
  // Fees would change balances while stories look at them.
  settlementsEveryMs = 86_400_000,
  shardUrls,
}: Source = {}): Promise<Florin> {
  const dataDir = await makeDataDir('e2e');
  const own = await startDatabases(dataDir);
  const stripe = await startStripe();
  try {
    const { url, processes, stop } = await start({
      root,
      options,
      dataDir,
      logFile: join(dataDir, LOG_FILE),
      env: process.env,
      settings: {
        ...own?.environment,
        ...TEST_SETTINGS,
        ...BANK_ACCOUNT,
        FLORIN_CORS_ORIGINS: KNOWN_ORIGIN,
        LEDGER_SETTLEMENT_DELAY_MS: String(SETTLEMENT_DELAY_MS),
        PROCESSORS_SETTLEMENTS_EVERY_MS: String(settlementsEveryMs),
        MAIL_NOTICES_TOKEN: NOTICES_TOKEN,
        ...stripe.settings,
        ...(shardUrls && { LEDGER_SHARD_URLS: shardUrls }),
      },
    });
    stripe.tell(url);
    const postgres = processes.find('postgres');
    if (postgres) await skipDiskSyncs(postgres.url);
    return {
      url,
      dataDir,
      ownDatabaseUrl: own?.url,
      stripeUrl: stripe.standIn.url,
      async stop() {
        await stop();
        await stripe.standIn.close();
        await own?.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stripe.standIn.close();
    await own?.stop();
    throw error;
  }
}

/** Undefined where the launcher starts the only Postgres. */
async function startDatabases(dataDir: string): Promise<OwnPostgres | undefined> {
  if (process.env.FLORIN_E2E_PGBOUNCER) {
    const pooled = await startPooledPostgres(dataDir);
    if (pooled) return pooled;
    await rm(dataDir, { recursive: true, force: true });
    // Without a PgBouncer there is nothing to tell stories of, and nothing that has failed.
    process.exit(0);
  }
  return process.env.FLORIN_E2E_SPLIT ? startLedgerPostgres(dataDir) : undefined;
}
