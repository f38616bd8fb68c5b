import { join } from 'node:path';
import { publisherNames } from '@florin/contracts';
import { connectEvents } from '@florin/events';
import { freePort, spawnNats } from '@florin/local-servers';
import { until } from '@florin/system-kit';
import { DOMAIN, type NatsCluster } from './nats-cluster.ts';

/** How a region keeps what is published in the first one. */
export type Keeping = 'mirrors' | 'what passes';

/** A NATS elsewhere, connected to the cluster as a leaf, with a JetStream of its own. */
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
    // The line may not be there yet.
    await until(`keeping ${name} elsewhere`, () =>
      manager.streams.add(config).then(
        () => true,
        () => false,
      ),
    );
  }
  return {
    /** Messages that it has of a service's stream. */
    messagesOf: async (service: string) =>
      (await manager.streams.info(`florin_${service}`)).state.messages,
    /** No message comes in. */
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
