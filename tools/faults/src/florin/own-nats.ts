import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, spawnNats } from '@florin/local-servers';

export type OwnNats = Awaited<ReturnType<typeof startOwnNats>>;

/** A NATS outside the launcher, which does not restart it. */
export async function startOwnNats(dataDir: string) {
  const place = { storeDir: join(dataDir, 'own-nats'), port: await freePort() };
  let server = await spawnNats(place);
  return {
    url: server.url,
    port: place.port,
    stop: () => server.stop(),
    /** Deletes its store; only while it is stopped. */
    wipe: () => rm(place.storeDir, { recursive: true, force: true }),
    async start() {
      server = await spawnNats(place);
    },
  };
}
