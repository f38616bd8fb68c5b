import { join } from 'node:path';
import { publisherNames } from '@florin/contracts';
import { connectEvents } from '@florin/events';
import { freePort, spawnNats } from '@florin/local-servers';
import { until } from '@florin/system-kit';
import { DOMAIN, type NatsCluster } from './nats-cluster.ts';

/** How a region copies the streams of the first one. */
export type Keeping = 'mirrors' | 'what passes';

/** A remote NATS, connected to the cluster as a leaf node, with its own JetStream. */
export async function startSecondRegion(dataDir: string, cluster: NatsCluster, keeping: Keeping) {
  const storeDir = join(dataDir, `second-region-${keeping === 'mirrors' ? 'mirrors' : 'passing'}`);
  const urls = cluster.leafUrls.map((url) => JSON.stringify(url)).join(', ');
  const place = {
    storeDir,
    port: await freePort(),
    program: cluster.program,
    domain: 'second',
    further: `leafnodes { reconnect: 1, remotes: [{ urls: [${urls}] }] }`,
  };
  let server = await spawnNats(place);
  const connection = connectEvents({ url: server.url }, 'second-region', () => {});
  const { manager } = await connection.jetStream();
  for (const service of publisherNames) {
    const name = `florin_${service}`;
    const config =
      keeping === 'mirrors'
        ? { name, mirror: { name, external: { api: `$JS.${DOMAIN}.API`, deliver: '' } } }
        : { name, subjects: [`florin.${service}.>`], no_ack: true };
    // The leaf connection may not be up yet.
    await until(`keeping ${name} elsewhere`, () =>
      manager.streams.add(config).then(
        () => true,
        () => false,
      ),
    );
  }
  return {
    /** Number of its messages from a service's stream. */
    messagesOf: async (service: string) =>
      (await manager.streams.info(`florin_${service}`)).state.messages,
    /** No message arrives. */
    cut: () => server.stop(),
    async mend() {
      server = await spawnNats(place);
    },
    async stop() {
      await connection.close();
      await server.stop();
    },
  };
}
