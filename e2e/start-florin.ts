import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir, startFlorin as start, TEST_SETTINGS } from '@florin/system-kit';
import { skipDiskSyncs } from '@florin/testing';
import { BANK_ACCOUNT } from './bank-account.ts';
import { prepareBrowsing } from './browser/bring-chromium.ts';
import { type OwnPostgres, startLedgerPostgres, startPooledPostgres } from './own-postgres.ts';
import { STRIPE_VARIABLE, startStripe } from './stripe-stand-in.ts';

/** Authenticates the service that sends mail. */
export const NOTICES_TOKEN = 'notices-token-of-the-stories';

/** Long enough to cancel a payment before it settles, short enough to see one settle. */
const SETTLEMENT_DELAY_MS = 1_500;

/** URL of the run's system, for the stories. */
export const URL_VARIABLE = 'FLORIN_E2E_URL';
export const DATA_VARIABLE = 'FLORIN_E2E_DATA_DIR';
/** Database of the ledger, or of all services, if it is not the launcher's Postgres. */
export const OWN_DATABASE_VARIABLE = 'FLORIN_E2E_OWN_DATABASE_URL';

/** Shards of the ledger for the one story with a Florin of its own. */
export const APART_SHARDS_VARIABLE = 'FLORIN_E2E_APART_SHARD_URLS';

/** The origin whose pages may call the system from a browser. */
export const KNOWN_ORIGIN = 'http://shop.localhost';

/** All output of the system's processes, as JSON lines. */
export const LOG_FILE = 'output.log';

export interface Florin {
  readonly url: string;
  readonly dataDir: string;
  readonly ownDatabaseUrl: string | undefined;
  readonly stripeUrl: string;
  stop(): Promise<void>;
}

/** Vitest's global setup: one system for all stories of the run. */
export async function setup(): Promise<() => Promise<void>> {
  const [florin] = await Promise.all([startFlorin(), prepareBrowsing()]);
  useFlorin(florin);
  return florin.stop;
}

/**
 * Directs the calls of this process to a system.
 * @returns a function that restores the previous one: test files of a worker share its environment
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
  /** The source tree to run. */
  readonly root?: string;
  /** Options of the launcher; by default it starts everything. */
  readonly options?: readonly string[];
  /** Interval in milliseconds at which processors' settlements are polled. */
  readonly settlementsEveryMs?: number;
  /** Shards of its ledger; one database by default. */
  readonly shardUrls?: string | undefined;
}

/**
 * Starts the whole system with the launcher in a new folder. `FLORIN_E2E_SPLIT` gives the ledger a
 * second Postgres; `FLORIN_E2E_PGBOUNCER` connects all services through PgBouncer.
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
    stripe.connect(url);
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

/** Undefined if the launcher starts the only Postgres. */
async function startDatabases(dataDir: string): Promise<OwnPostgres | undefined> {
  if (process.env.FLORIN_E2E_PGBOUNCER) {
    const pooled = await startPooledPostgres(dataDir);
    if (pooled) return pooled;
    await rm(dataDir, { recursive: true, force: true });
    // Without PgBouncer there is nothing to test, and nothing has failed.
    process.exit(0);
  }
  return process.env.FLORIN_E2E_SPLIT ? startLedgerPostgres(dataDir) : undefined;
}
