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
  /** Processes of an app; one where nothing is said. */
  readonly replicas?: Replicas;
  readonly settlementDelayMs?: number;
  /** Apps that run with a module replaced, in both runs. */
  readonly variants?: readonly Variant[];
  /** Further settings of the launcher. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Prepares the data folder before anything is started in it; resolves with what undoes it. */
  readonly prepare?: (dataDir: string) => Promise<() => Promise<void>>;
  /** The tree that is run; this one unless it is said. */
  readonly tree?: string;
  /** Whether the services reach Postgres by a relay that cuts the ledger's commits. */
  readonly hasRelay?: boolean;
  /** Whether NATS is one that the row can stop and wipe; otherwise it is the launcher's. */
  readonly hasOwnNats?: boolean;
  /** Whether customers can pay at a stand-in for Stripe. */
  readonly hasStripe?: boolean;
  /** Whether the services may have a standby to read from, by `startStandby`. */
  readonly hasStandby?: boolean;
  /** NATS is a cluster of three of this release, with a user for each app. */
  readonly natsCluster?: NatsRelease;
}

type Replicas = Readonly<Partial<Record<PeerName, number>>>;

/** What an audit asks of a Florin. */
export interface AuditedFlorin {
  readonly url: string;
  /** Queries as superuser. */
  readonly sql: Sql;
  /** As somebody who may do everything there. */
  natsUrl(): string;
}

/** A Florin of the run's own, and the handles by which it is hurt. */
export interface Florin extends AuditedFlorin, Pick<RunningFlorin, 'dataDir' | 'processes'> {
  /** Where everything that its processes print goes. */
  readonly logFile: string;
  /** The database's URL for a session of the row's own, as superuser. */
  databaseUrl(): string;
  /** Only where it is needed. */
  readonly relay: CuttingRelay | undefined;
  /** Only where it is needed. */
  readonly nats: OwnNats | undefined;
  /** Only where it is needed. */
  readonly stripe: OwnStripe | undefined;
  /** Only where it is needed. */
  readonly cluster: NatsCluster | undefined;
  /** Starts all processes of the variant's app again, with its module replaced. */
  use(variant: Variant): Promise<void>;
  /** Deletes its folder, unless that is to be kept. */
  stop(options?: { readonly keepsData: boolean }): Promise<void>;
}

/** Where a service reads the address of its standby, in a data folder. */
export const standbyFileOf = (service: ServiceName) => `${service}-standby-url`;
/** Before there is one: a port of nobody. */
const NO_STANDBY_URL = 'postgres://127.0.0.1:1/florin';

/** Starts the whole system by the launcher, in a folder that is deleted at the end. */
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
  // With the relay its databases are elsewhere, and what is prepared is not to be mixed.
  if (!hasRelay && !prepare) await copyTemplate(dataDir);
  // Beside the folder, which may be on a disk that gets full.
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
        // What is done to one of several hurts its share, and races go on between them.
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
