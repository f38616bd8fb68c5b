import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PeerName, type ServiceName, serviceNames } from '@florin/contracts';
import { isTransientDbError } from '@florin/database';
import {
  makeDataDir,
  openSql,
  type RunningFlorin,
  type Sql,
  startFlorin as start,
  TEST_SETTINGS,
} from '@florin/system-kit';
import type { CuttingRelay } from '../../../../apps/ledger/test/cutting-relay.ts';
import { copyTemplate } from './copy-template.ts';
import { startCutDatabase } from './cut-database.ts';
import { type NatsCluster, type NatsRelease, startNatsCluster } from './nats-cluster.ts';
import { type OwnNats, startOwnNats } from './own-nats.ts';
import { type OwnStripe, startOwnStripe } from './own-stripe.ts';
import { toReplacements, type Variant } from './variants.ts';

export interface FlorinNeeds {
  /** Number of processes by app; one by default. */
  readonly replicas?: Replicas;
  readonly settlementDelayMs?: number;
  /** Apps with a replaced module, in both runs. */
  readonly variants?: readonly Variant[];
  /** Further settings of the launcher. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Prepares the data folder before the start; resolves with a function that undoes it. */
  readonly prepare?: (dataDir: string) => Promise<() => Promise<void>>;
  /** The source tree to run; by default this one. */
  readonly tree?: string;
  /** Whether the services reach Postgres through a relay that cuts the ledger's commits. */
  readonly hasRelay?: boolean;
  /** Whether the row can stop and wipe NATS; by default it is the launcher's. */
  readonly hasOwnNats?: boolean;
  /** Whether customers can pay at a Stripe stand-in. */
  readonly hasStripe?: boolean;
  /** Whether the services may read from a standby, see `startStandby`. */
  readonly hasStandby?: boolean;
  /** NATS is a cluster of three servers of this release, with one user for each app. */
  readonly natsCluster?: NatsRelease;
}

type Replicas = Readonly<Partial<Record<PeerName, number>>>;

/** The parts of a Florin that an audit needs. */
export interface AuditedFlorin {
  readonly url: string;
  /** Queries as superuser. */
  readonly sql: Sql;
  /** With full rights. */
  natsUrl(): string;
}

/** A Florin for one run, and the handles to damage it. */
export interface Florin extends AuditedFlorin, Pick<RunningFlorin, 'dataDir' | 'processes'> {
  /** Output of all its processes. */
  readonly logFile: string;
  /** The database's URL for the row's own sessions, as superuser. */
  databaseUrl(): string;
  /** Only if requested. */
  readonly relay: CuttingRelay | undefined;
  /** Only if requested. */
  readonly nats: OwnNats | undefined;
  /** Only if requested. */
  readonly stripe: OwnStripe | undefined;
  /** Only if requested. */
  readonly cluster: NatsCluster | undefined;
  /** Restarts all processes of the variant's app with its module replaced. */
  use(variant: Variant): Promise<void>;
  /** Deletes its folder, unless `keepsData`. */
  stop(options?: { readonly keepsData: boolean }): Promise<void>;
}

/** File in a data folder from which a service reads its standby's address. */
export const standbyFileOf = (service: ServiceName) => `${service}-standby-url`;
/** Before a standby exists: a port without a server. */
const NO_STANDBY_URL = 'postgres://127.0.0.1:1/florin';

/** Starts the whole system with the launcher, in a folder that is deleted at the end. */
export async function startFlorin(
  {
    replicas = {},
    settlementDelayMs = 60_000,
    variants = [],
    settings = {},
    prepare,
    tree,
    hasRelay = false,
    hasOwnNats = false,
    hasStripe = false,
    hasStandby = false,
    natsCluster,
  }: FlorinNeeds,
  signal: AbortSignal,
): Promise<Florin> {
  const dataDir = await makeDataDir('faults');
  const undo = await prepare?.(dataDir);
  // With the relay, databases are elsewhere; a prepared folder must not be mixed with the template.
  if (!hasRelay && !prepare) await copyTemplate(dataDir);
  // Outside the folder, whose disk may fill up.
  const logFile = `${dataDir}.log`;
  const cut = hasRelay ? await startCutDatabase(dataDir) : undefined;
  const nats = hasOwnNats ? await startOwnNats(dataDir) : undefined;
  const stripe = hasStripe ? await startOwnStripe() : undefined;
  const cluster = natsCluster && (await startNatsCluster(dataDir, natsCluster));
  const standbySettings = hasStandby ? await prepareStandby(dataDir) : {};
  const end = async () => {
    await cut?.stop();
    await nats?.stop();
    await stripe?.standIn.close();
    await cluster?.stop();
    await undo?.();
  };
  try {
    const running = await start({
      ...(tree && { root: tree }),
      dataDir,
      logFile,
      signal,
      replaced: await toReplacements(variants),
      settings: {
        ...TEST_SETTINGS,
        ...(cut && { DATABASE_URL: cut.relay.url }),
        ...(nats && { NATS_URL: nats.url }),
        ...stripe?.settings,
        ...cluster?.settings,
        ...standbySettings,
        ...toSettings(replicas),
        // Damage to one ledger affects its share of requests, and ledgers race with each other.
        GATEWAY_LEDGERS: 'spread',
        LEDGER_SETTLEMENT_DELAY_MS: String(settlementDelayMs),
        ...settings,
      },
    });
    const { url, processes } = running;
    stripe?.sendTo(url);
    const databaseUrl = () => cut?.url ?? processes.get('postgres').url;
    const sql = openSql(databaseUrl(), isTransientDbError);
    return {
      url,
      dataDir,
      logFile,
      processes,
      sql,
      databaseUrl,
      relay: cut?.relay,
      nats,
      stripe,
      cluster,
      natsUrl: () => cluster?.url ?? nats?.url ?? processes.get('nats').url,
      async use(variant) {
        const { app } = variant;
        await running.replace(await toReplacements([...variants, variant]));
        const before = processes.of(app);
        processes.kill(before);
        await processes.untilUp(app, replicas[app] ?? 1, before);
      },
      async stop({ keepsData } = { keepsData: false }) {
        await sql.end();
        await running.stop();
        await end();
        await rm(logFile, { force: true });
        if (!keepsData) await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function prepareStandby(dataDir: string): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const service of serviceNames) {
    const file = join(dataDir, standbyFileOf(service));
    await writeFile(file, NO_STANDBY_URL);
    settings[`${service.toUpperCase()}_STANDBY_URL_FILE`] = file;
  }
  return settings;
}

function toSettings(replicas: Replicas): Record<string, string> {
  const named = Object.entries(replicas).map(([app, count]) => [
    `FLORIN_REPLICAS_${app.toUpperCase()}`,
    String(count),
  ]);
  return Object.fromEntries(named);
}
