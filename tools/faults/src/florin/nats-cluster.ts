import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PeerName, publisherNames, serviceNames } from '@florin/contracts';
import { connectEvents, NATS_ADMIN, natsUsers, provisionStreams } from '@florin/events';
import { findCurrentNats, freePort, type RunningServer, spawnNats } from '@florin/local-servers';
import { until } from '@florin/system-kit';

/** The NATS packaged by Debian, or today's release, which is built. */
export type NatsRelease = 'packaged' | 'current';
export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>;

const SERVERS = 3;
/** The JetStream domain for other regions. */
export const DOMAIN = 'florin';
const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

/** Three servers with three replicas of each event, and one user for each app. */
export async function startNatsCluster(dataDir: string, release: NatsRelease) {
  const program = release === 'current' ? await findCurrentNats(() => undefined) : undefined;
  const passwords = new Map<string, string>();
  const passwordOf = (user: string) => {
    const password = passwords.get(user) ?? randomBytes(24).toString('base64url');
    passwords.set(user, password);
    return password;
  };
  const users = natsUsers(passwordOf);
  const ports: { client: number; route: number; leaf: number }[] = [];
  for (let each = 0; each < SERVERS; each += 1)
    ports.push({ client: await freePort(), route: await freePort(), leaf: await freePort() });
  const routes = ports.map(({ route }) => route);
  const urlOf = (user: string) =>
    ports.map(({ client }) => `nats://${user}:${passwordOf(user)}@127.0.0.1:${client}`).join(',');

  const nodes = ports.map(({ client: port, route, leaf: leafPort }, index) => {
    const name = `florin-${index + 1}`;
    const storeDir = join(dataDir, name);
    const cluster = { name, port: route, routes, leafPort };
    const place = { storeDir, port, users, program, domain: DOMAIN, cluster };
    let server: RunningServer | undefined;
    return {
      name,
      port,
      async start() {
        server = await spawnNats(place);
      },
      stop: async () => server?.stop(),
      /** Stops like a crash. */
      async kill() {
        server?.child.kill('SIGKILL');
        await server?.stop();
      },
      /** Deletes its store; only while it is stopped. */
      wipe: () => rm(storeDir, { recursive: true, force: true }),
    };
  });
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));

  /** Sets the number of replicas of each event. */
  const keepOn = (replicas: number) =>
    until(`keeping streams on ${replicas} servers`, () =>
      provisionStreams({ url: urlOf(NATS_ADMIN), replicas }, publisherNames).then(
        () => true,
        () => false,
      ),
    );
  try {
    await Promise.all(nodes.map((node) => node.start()));
    await keepOn(SERVERS);
  } catch (error) {
    await stop();
    throw error;
  }
  const connection = connectEvents({ url: urlOf(NATS_ADMIN) }, 'faults', () => {});
  const { manager } = await connection.jetStream();
  const clusterOf = async (service: string) =>
    (await manager.streams.info(`florin_${service}`)).cluster;

  return {
    url: urlOf(NATS_ADMIN),
    urlOf,
    program,
    /** Addresses for another region, with the administrator's credentials. */
    leafUrls: ports.map(
      ({ leaf }) => `nats://${NATS_ADMIN}:${passwordOf(NATS_ADMIN)}@127.0.0.1:${leaf}`,
    ),
    /** Each app's own credentials for all three servers. */
    settings: {
      NATS_URL: urlOf('gateway'),
      NATS_REPLICAS: String(SERVERS),
      ...Object.fromEntries(apps.map((app) => [`${app.toUpperCase()}_NATS_URL`, urlOf(app)])),
    },
    nodes,
    keepOn,
    /** Number of messages in a service's stream. */
    messagesOf: async (service: string) =>
      (await manager.streams.info(`florin_${service}`)).state.messages,
    /** Number of messages that only NATS has: not sent to this consumer yet. */
    unsentOf: async (service: string, consumer: string) =>
      (await manager.consumers.info(`florin_${service}`, consumer)).num_pending,
    /** The leader of a service's stream. */
    async leaderOf(service: string) {
      const name = (await clusterOf(service))?.leader;
      const node = nodes.find((each) => each.name === name);
      if (!node) throw new Error(`florin_${service} has no leader`);
      return node;
    },
    /** Waits until each server has all messages: only then may the next one be stopped. */
    untilCurrent: () =>
      until('catching up', async () => {
        const clusters = await Promise.all(publisherNames.map(clusterOf)).catch(() => undefined);
        return (clusters ?? [undefined]).every(
          (cluster) => cluster?.leader && cluster.replicas?.every(({ current }) => current),
        );
      }),
    async stop() {
      await connection.close();
      await stop();
    },
  };
}
