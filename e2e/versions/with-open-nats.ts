import { join } from 'node:path';
import { freePort, spawnNats } from '@florin/local-servers';

/**
 * Gives some work a NATS of its own that lets everybody in: a version from before users of NATS can
 * log in nowhere. A deployment goes the same way, and closes its NATS once every app can log in.
 */
export async function withOpenNats<Result>(
  directory: string,
  work: (natsUrl: string) => Promise<Result>,
): Promise<Result> {
  const storeDir = join(directory, `nats-${process.hrtime.bigint()}`);
  const server = await spawnNats({ storeDir, port: await freePort() });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
