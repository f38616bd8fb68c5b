import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnNats, spawnPostgres } from '@florin/local-servers';

/** Where tests find the servers of their run. */
export const POSTGRES_VARIABLE = 'FLORIN_TEST_POSTGRES_URL';
export const NATS_VARIABLE = 'FLORIN_TEST_NATS_URL';

/** Vitest's global set-up: one throwaway Postgres and NATS for all tests of a run. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'florin-test-'));
  // As root, Postgres runs as somebody else, who has to get in.
  await chmod(directory, 0o711);
  const onProgress = (line: string) => process.stderr.write(`${line}\n`);
  const [postgres, nats] = await Promise.all([
    spawnPostgres({
      dataDir: join(directory, 'postgres'),
      port: await freePort(),
      password: randomBytes(12).toString('hex'),
      onProgress,
    }),
    spawnNats({ storeDir: join(directory, 'nats'), port: await freePort(), onProgress }),
  ]);
  process.env[POSTGRES_VARIABLE] = postgres.url;
  process.env[NATS_VARIABLE] = nats.url;
  return async () => {
    await Promise.all([postgres.stop(), nats.stop()]);
    await rm(directory, { recursive: true, force: true });
  };
}
