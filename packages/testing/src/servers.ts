import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, scratchParent, spawnNats, spawnPostgres } from '@florin/local-servers';
import type { TestProject } from 'vitest/node';
import { WITHOUT_DISK_SYNCS } from './skip-disk-syncs.ts';

/** Variable with the URL of the run's Postgres. */
export const POSTGRES_VARIABLE = 'FLORIN_TEST_POSTGRES_URL';
/** Variable with one URL per vitest worker, comma-separated. */
export const NATS_VARIABLE = 'FLORIN_TEST_NATS_URLS';
/** The process that started them, since tests may start another run. */
const STARTED_BY_VARIABLE = 'FLORIN_TEST_SERVERS_STARTED_BY';

/**
 * Vitest's global setup: one throwaway Postgres per run, in which tests create databases, and one
 * NATS per worker, since stream names are fixed.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has started them.
  const startedBy = String(process.pid);
  if (process.env[STARTED_BY_VARIABLE] === startedBy) return undefined;
  process.env[STARTED_BY_VARIABLE] = startedBy;
  const directory = await mkdtemp(join(scratchParent(), 'florin-test-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(directory, 0o711);
  const onProgress = (line: string) => process.stderr.write(`${line}\n`);
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  process.env[POSTGRES_VARIABLE] = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  // Not awaited: tests load meanwhile, and some need no server.
  const postgres = spawnPostgres({
    dataDir: join(directory, 'postgres'),
    port,
    password,
    settings: WITHOUT_DISK_SYNCS,
    onProgress,
  });
  postgres.catch((error: Error) => onProgress(`tests have no Postgres: ${error.message}`));
  const workers = Array.from({ length: vitest.config.maxWorkers }, (_, index) => index + 1);
  const nats = await Promise.all(
    workers.map(async (worker) =>
      spawnNats({
        storeDir: join(directory, `nats-${worker}`),
        port: await freePort(),
        onProgress,
      }),
    ),
  );
  process.env[NATS_VARIABLE] = nats.map(({ url }) => url).join(',');
  return async () => {
    await Promise.all([...nats, await postgres].map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  };
}
