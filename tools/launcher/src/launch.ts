import { serviceNames } from '@florin/contracts';
import { startApp } from './app-process.ts';
import { makeAdminLink } from './check-admin.ts';
import { checkConnections } from './check-connections.ts';
import { chooseReplicas } from './choose-replicas.ts';
import type { LauncherConfig } from './config.ts';
import { databaseUrlsOf } from './databases.ts';
import type { Launch } from './launch-parts.ts';
import { migrate } from './migrate.ts';
import { nameOf, type Replica, type System, serviceEnvironment } from './service-environment.ts';
import { type NatsUrlOf, startNats, startPostgres } from './start-servers.ts';
import { timed } from './timed.ts';
import { waitUntilListening, waitUntilReady } from './wait-until-ready.ts';

/** An app that dies this often in a row before it was ready is given up. */
const quickDeathsMax = 3;

export interface Launched {
  readonly url: string;
  /** Logs the administrator in once; undefined if the configured password is not theirs. */
  readonly adminLink: string | undefined;
}

/** Starts everything in order; resolves once every gateway is ready, or undefined without one. */
export async function launch(parts: Launch): Promise<Launched | undefined> {
  const { config, printer, running } = parts;
  const { signal } = running;
  const replicas = await chooseReplicas(config, printer.say);
  const system = await timed(printer.say, 'Postgres and NATS are up', async () => {
    // Waits for both, or a stop could miss the one that is still starting.
    const [postgres, nats] = await Promise.allSettled([startPostgres(parts), startNats(parts)]);
    if (postgres.status === 'rejected') throw postgres.reason;
    if (nats.status === 'rejected') throw nats.reason;
    return describeSystem(parts, replicas, { databaseUrl: postgres.value, natsUrlOf: nats.value });
  });
  signal.throwIfAborted();

  await timed(printer.say, 'the databases are migrated', () => migrateAll(parts, system));
  signal.throwIfAborted();

  return timed(printer.say, 'all services respond', async () => {
    const check = checkConnections(system, printer.say);
    await Promise.all([check, ...replicas.map((replica) => startReplica(parts, system, replica))]);
    const gateways = replicas.filter(({ app }) => app === 'gateway');
    const [gateway] = gateways;
    if (gateway === undefined) {
      for (const replica of replicas) {
        const grpc = `gRPC at 127.0.0.1:${replica.grpcPort}`;
        printer.say(`${nameOf(replica)} listens at ${localUrl(config, replica)}, ${grpc}`);
      }
      return undefined;
    }
    await Promise.all(gateways.map((each) => waitUntilReady(localUrl(config, each), signal)));
    const identity = system.databaseUrls.get('identity')?.app;
    const url = localUrl(config, gateway);
    if (config.mode === 'production') return { url, adminLink: undefined };
    const token = await makeAdminLink(parts.adminFile, identity, config.admin);
    return { url, adminLink: token === undefined ? undefined : `${url}/auth/once/${token}` };
  });
}

function describeSystem(
  { config, secrets, commit }: Launch,
  replicas: readonly Replica[],
  servers: { readonly databaseUrl: string | undefined; readonly natsUrlOf: NatsUrlOf | undefined },
): System {
  const started = serviceNames.filter((service) => config.replicas.has(service));
  const gateway = replicas.find(({ app }) => app === 'gateway');
  const ownUrl = gateway && localUrl(config, gateway);
  return {
    mode: config.mode,
    given: {
      FLORIN_COMMIT: commit,
      // Readable logs omit request lines, so services need not write them.
      FLORIN_REQUEST_LOG: config.log === 'readable' ? 'off' : 'on',
      ...config.given,
    },
    replicas,
    databaseUrls: new Map(
      started.map((service) => [
        service,
        databaseUrlsOf(service, servers.databaseUrl, config, secrets),
      ]),
    ),
    natsUrlOf: servers.natsUrlOf,
    publicUrl: config.publicUrl ?? ownUrl ?? `http://127.0.0.1:${config.gatewayPort}`,
    gatewayHost: config.gatewayHost,
    admin: config.admin,
    callKey: secrets.callKey,
    metricsToken: secrets.metricsToken,
  };
}

async function migrateAll(parts: Launch, system: System): Promise<void> {
  const { migrationsOf, printer, running } = parts;
  const migrations = [...system.databaseUrls].map(async ([service, { owner }]) => {
    const migration = { service, list: migrationsOf(service), databaseUrl: owner };
    const printLine = (line: string) => printer.say(`${service}: ${line}`);
    const applied = await migrate(migration, running.signal, printLine);
    if (applied.length > 0) printLine(`applied ${applied.join(', ')}`);
  });
  const outcomes = await Promise.allSettled(migrations);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function startReplica(parts: Launch, system: System, replica: Replica): Promise<void> {
  const { config, entryOf, printer, running } = parts;
  const name = nameOf(replica);
  const url = localUrl(config, replica);
  await running.keep(replica.app === 'gateway' ? 'gateway' : 'service', {
    name,
    quickDeathsMax,
    start: () =>
      startApp({
        entry: entryOf(replica.app),
        watch: config.watched.has(replica.app),
        environment: serviceEnvironment(replica, system),
        port: replica.httpPort,
        url,
        onLine: printer.linesOf(name),
        shown: (line) => printer.shown(name, line),
      }),
  });
  await waitUntilListening(url, running.signal);
}

function localUrl({ tls, gatewayHost }: LauncherConfig, { app, httpPort }: Replica): string {
  if (app !== 'gateway') return `http://127.0.0.1:${httpPort}`;
  const listensToAll = gatewayHost === '0.0.0.0' || gatewayHost === '::';
  const host = listensToAll ? '127.0.0.1' : gatewayHost;
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${httpPort}`;
}
