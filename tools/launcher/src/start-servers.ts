import { join } from 'node:path';
import { type PeerName, publisherNames, serviceNames } from '@florin/contracts';
import { NATS_ADMIN, natsUsers, provisionStreams } from '@florin/events';
import { freePort, spawnNats, spawnPostgres } from '@florin/local-servers';
import { createDatabase, databaseName, provision, servicesInCommonDatabase } from './databases.ts';
import { fullDiskAdvice, saysDiskFull } from './explain.ts';
import type { Launch } from './launch-parts.ts';
import { localServer } from './local-server.ts';
import type { OnLine } from './read-lines.ts';

/** NATS URL of an app, with its own credentials. */
export type NatsUrlOf = (app: PeerName) => string;

/** With a full disk every write fails; one line in this time is enough. */
const fullDiskAdviceMs = 30_000;

/**
 * Starts Postgres unless one is given, and creates the services' roles and schemas. Resolves with
 * the superuser's URL of the common database; undefined if no service uses it.
 */
export async function startPostgres(parts: Launch): Promise<string | undefined> {
  const { config, secrets } = parts;
  const started = serviceNames.filter((service) => config.replicas.has(service));
  const services = servicesInCommonDatabase(started, config);
  if (services.length === 0) return undefined;

  const url = config.databaseUrl ?? (await startOwnPostgres(parts));
  await provision(url, services, secrets);
  return url;
}

/**
 * Starts NATS unless one is given, with a user for each app and the streams. Resolves with each
 * app's URL; undefined if one is given.
 */
export async function startNats(parts: Launch): Promise<NatsUrlOf | undefined> {
  const { config, secrets, running } = parts;
  if (config.natsUrl !== undefined) return undefined;
  const port = await freePort();
  const urlOf = (user: string) => `nats://${user}:${secrets.natsPassword(user)}@127.0.0.1:${port}`;
  const server = localServer({
    name: 'nats',
    // Readers of the process list get full access, as with Postgres.
    url: urlOf(NATS_ADMIN),
    spawn: (signal) => spawnOwnNats(parts, port, signal),
    onLine: onlyProblems(parts, 'nats', /\[(ERR|FTL)\]/),
  });
  await running.keep('server', server);
  return urlOf;
}

/** Streams are checked at each start: their stored state may be lost. */
async function spawnOwnNats(
  { config, secrets, printer }: Launch,
  port: number,
  signal: AbortSignal,
) {
  const storeDir = join(config.dataDir, 'nats');
  const users = natsUsers(secrets.natsPassword);
  const server = await spawnNats({ storeDir, port, users, signal, onProgress: printer.say });
  try {
    await provisionStreams({ url: server.url }, publisherNames);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startOwnPostgres(parts: Launch): Promise<string> {
  const { config, secrets, printer, running } = parts;
  const port = await freePort();
  const dataDir = join(config.dataDir, 'postgres');
  const password = secrets.postgresPassword;
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${databaseName}`;
  let localUrl = url;
  const server = localServer({
    name: 'postgres',
    url,
    async spawn(signal) {
      const spawned = await spawnPostgres({
        ...{ dataDir, port, password, signal },
        onProgress: printer.say,
      });
      localUrl = spawned.localUrl;
      return spawned;
    },
    onLine: onlyProblems(parts, 'postgres', /\b(FATAL|PANIC): /),
  });
  await running.keep('server', server);
  return createDatabase(localUrl);
}

/** Their output is for debugging; only problems are shown. */
function onlyProblems({ config, printer }: Launch, name: string, problem: RegExp): OnLine {
  const print = printer.linesOf(name);
  const adviseOnFullDisk = atMostEvery(fullDiskAdviceMs, () =>
    printer.say(fullDiskAdvice(config.dataDir)),
  );
  return (line) => {
    if (saysDiskFull(line)) adviseOnFullDisk();
    if (config.log === 'debug' || problem.test(line)) print(line);
  };
}

function atMostEvery(restMs: number, work: () => void): () => void {
  let workedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - workedAtMs < restMs) return;
    workedAtMs = performance.now();
    work();
  };
}
