import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { freePort, spawnNats, spawnPostgres } from '@florin/local-servers';
import { createDatabase, databaseName, provision, servicesInCommonDatabase } from './databases.ts';
import { fullDiskAdvice, tellsOfFullDisk } from './explain.ts';
import type { Launch } from './launch-parts.ts';
import { localServer } from './local-server.ts';
import type { OnLine } from './read-lines.ts';

/** Every statement that needs room fails; one line in this time is enough. */
const fullDiskToldMs = 30_000;

/**
 * Starts Postgres unless one is given, and makes the roles and schemas of the services in it.
 * Resolves with the superuser's URL of the common database; undefined when no service uses it.
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

/** Resolves with the URL of the NATS server, which is started unless one is given. */
export async function startNats(parts: Launch): Promise<string> {
  const { config, printer, running } = parts;
  if (config.natsUrl !== undefined) return config.natsUrl;
  const port = await freePort();
  const storeDir = join(config.dataDir, 'nats');
  const url = `nats://127.0.0.1:${port}`;
  const server = localServer({
    name: 'nats',
    url,
    spawn: (signal) => spawnNats({ storeDir, port, signal, onProgress: printer.say }),
    onLine: onlyTrouble(parts, 'nats', /\[(ERR|FTL)\]/),
  });
  await running.keep('server', server);
  return url;
}

async function startOwnPostgres(parts: Launch): Promise<string> {
  const { config, secrets, printer, running } = parts;
  const port = await freePort();
  const dataDir = join(config.dataDir, 'postgres');
  const password = secrets.postgresPassword;
  const superuser = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const url = `${superuser}/${databaseName}`;
  const server = localServer({
    name: 'postgres',
    url,
    spawn: (signal) => spawnPostgres({ dataDir, port, password, signal, onProgress: printer.say }),
    onLine: onlyTrouble(parts, 'postgres', /\b(FATAL|PANIC): /),
  });
  await running.keep('server', server);
  await createDatabase(`${superuser}/postgres`);
  return url;
}

/** Their chatter is for debugging; what a person must know of passes. */
function onlyTrouble({ config, printer }: Launch, name: string, trouble: RegExp): OnLine {
  const print = printer.linesOf(name);
  const tellOfFullDisk = atMostEvery(fullDiskToldMs, () =>
    printer.say(fullDiskAdvice(config.dataDir)),
  );
  return (line) => {
    if (tellsOfFullDisk(line)) tellOfFullDisk();
    if (config.log === 'debug' || trouble.test(line)) print(line);
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
