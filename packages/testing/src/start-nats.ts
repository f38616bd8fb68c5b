import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnNats } from '@florin/local-servers';

/** A separate NATS: on a shared one, a service would receive the events of other tests. */
export async function startNats() {
  const storeDir = await mkdtemp(join(tmpdir(), 'florin-nats-'));
  const server = await spawnNats({ storeDir, port: await freePort(), onProgress: () => {} });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
}
