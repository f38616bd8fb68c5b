import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { findCommit } from '@florin/launcher/src/find-commit.ts';
import { freePort } from '@florin/local-servers';
import { makeProgress, type Progress } from '@florin/system-kit';
import { type Florin, startFlorin } from '../florin/start-florin.ts';
import { describeMachine, postgresVersion } from '../machine.ts';
import { choosePlace, withPostgres } from '../own-postgres.ts';
import { makeCollector } from './collect.ts';
import { REQUESTS_SHARE } from './day.ts';
import { findLost } from './find-lost.ts';
import { judge } from './judge.ts';
import { ACCOUNTS, prepare } from './prepare.ts';
import { watchDatabase } from './read-database.ts';
import { watchNats } from './read-nats.ts';
import { startReceiver } from './receiver.ts';
import { coursesOf, type SoakResult, sumErrors } from './results.ts';
import { runDayLoad } from './run-load.ts';
import type { Sample } from './sample.ts';
import { APPS, openSampler } from './take-samples.ts';

const root = join(import.meta.dirname, '../../../..');

const WINDOW_MS = 10_000;
const CONNECTIONS = 128;
/** Each takes a tenth of a second of a processor. */
const LOGINS_PER_SECOND = 1;
/** Half of a token's lifetime. */
const TOKEN_SECONDS = 300;
/** Share of all requests. */
const RENEWALS_SHARE = 0.02;

export interface WantedSoak {
  readonly minutes: number;
  /** Requests a second, with renewals and deliveries. */
  readonly rate: number;
  readonly seed: number;
}

export interface Soak {
  readonly result: SoakResult;
  readonly samples: readonly Sample[];
}

/** Runs a day's load on a whole Florin for a long time, and checks that everything stays stable. */
export async function runSoak(wanted: WantedSoak, stopped: AbortSignal): Promise<Soak> {
  const over = new AbortController();
  const signal = AbortSignal.any([stopped, over.signal]);
  const progress = makeProgress(process.stderr);
  const show = (what: string) => progress.show(`soak: ${what}`, 0, wanted.minutes);
  show('starting Postgres');
  const { folder, leave } = await choosePlace(false);
  try {
    return await withPostgres({ folder, signal }, async (serverUrl) => {
      show('starting Florin');
      const gatewayMetricsPort = await freePort();
      const given = { GATEWAY_METRICS_PORT: String(gatewayMetricsPort) };
      const florin = await startFlorin({ serverUrl, dataDir: folder, signal, given });
      try {
        const soaked = await soak(
          { ...wanted, florin, gatewayMetricsPort, folder, progress, over },
          signal,
        );
        return {
          samples: soaked.samples,
          result: {
            measured_at: new Date().toISOString(),
            commit: (await findCommit(root)) ?? null,
            machine: describeMachine(),
            versions: {
              node: process.version.slice(1),
              postgres: await postgresVersion(serverUrl),
              nats: florin.natsVersion,
            },
            settings: { minutes: wanted.minutes, rate: wanted.rate, seed: wanted.seed },
            verdicts: [...judge(soaked)],
            courses: coursesOf(soaked.samples, APPS),
            errors: sumErrors(soaked.samples),
          },
        };
      } finally {
        await florin.stop();
      }
    });
  } finally {
    over.abort(new Error('the soak is over'));
    progress.end();
    await leave();
  }
}

interface Running extends WantedSoak {
  readonly florin: Florin;
  readonly gatewayMetricsPort: number;
  readonly folder: string;
  readonly progress: Progress;
  /** Ends the soak, for the reason it is aborted with. */
  readonly over: AbortController;
}

async function soak(running: Running, signal: AbortSignal) {
  const { florin, minutes, rate, seed, folder, progress, over } = running;
  const seconds = minutes * 60;
  const show = (what: string, minute = 0) => progress.show(`soak: ${what}`, minute, minutes);
  const renewalsCount = Math.round(rate * RENEWALS_SHARE * seconds);
  const receiver = await startReceiver();
  const database = await watchDatabase(florin.databaseUrl, serviceNames);
  const nats = await watchNats(florin.processes.get('nats').url);
  try {
    show(`${ACCOUNTS} accounts, ${renewalsCount} renewals to come`);
    const prepared = await prepare({ florin, receiver, renewalsCount, seconds, signal });
    const look = await openSampler({ ...running, database, nats });
    const keep = await openSampleFile();
    const collector = makeCollector({
      windowMs: WINDOW_MS,
      look,
      async onSample(sample) {
        show(describe(sample), Math.round(sample.atSeconds / 6) / 10);
        await keep(sample);
      },
      onError: (error) => over.abort(error),
    });
    show('the load begins');
    await runDayLoad(
      {
        port: florin.gatewayPort,
        connections: CONNECTIONS,
        seconds,
        seed,
        windowMs: WINDOW_MS,
        holders: prepared.holders,
        logins: prepared.logins,
        perSecond: {
          requests: rate * REQUESTS_SHARE,
          logins: LOGINS_PER_SECOND,
          refreshes: ACCOUNTS / TOKEN_SECONDS,
        },
      },
      collector.add,
      signal,
    ).catch((error) => {
      // The reason of the abort says more than the abort itself.
      signal.throwIfAborted();
      throw error;
    });
    const samples = await collector.finish();
    show('what is lost', minutes);
    const found = await findLost({
      ...prepared,
      databaseUrl: florin.databaseUrl,
      dataDir: join(folder, 'florin'),
      nats,
      renewals: renewalsCount,
      delivered: receiver.delivered(),
      signal,
    });
    return { samples, apps: APPS, autovacuumNapSeconds: database.napSeconds, ...found };
  } finally {
    await Promise.all([receiver.close(), database.close(), nats.close()]);
  }
}

/** Stores all samples for a later analysis, even if the run is stopped. */
async function openSampleFile(): Promise<(sample: Sample) => Promise<void>> {
  const path = join(root, '.florin/soak.jsonl');
  await rm(path, { force: true });
  return (sample) => appendFile(path, `${JSON.stringify(sample)}\n`);
}

function describe({ reads, writes, busyPercent, errors, unsent }: Sample): string {
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0) + unsent;
  return [
    `p99 ${reads.p99.toFixed(0)} ms reads, ${writes.p99.toFixed(0)} ms writes`,
    `${busyPercent.toFixed(0)} % busy`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
}
