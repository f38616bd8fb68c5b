import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnNats, spawnPostgres } from '@florin/local-servers';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

/** Where tests find the servers of their run. */
export const POSTGRES_VARIABLE = 'FLORIN_TEST_POSTGRES_URL';
/** One for each of vitest's workers, parted by commas. */
export const NATS_VARIABLE = 'FLORIN_TEST_NATS_URLS';
/** The process that has started them: tests may start another run. */
const STARTED_BY_VARIABLE = 'FLORIN_TEST_SERVERS_STARTED_BY';

/**
 * Vitest's global set-up: one throwaway Postgres for all tests of a run, where each makes databases
 * of its own, and a NATS for each worker: streams have fixed names, and two systems on one stream
 * would get into each other's way.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of the run has started them.
  const startedBy = String(process.pid);
  if (process.env[STARTED_BY_VARIABLE] === startedBy) return undefined;
  process.env[STARTED_BY_VARIABLE] = startedBy;
  const directory = await mkdtemp(join(tmpdir(), 'florin-test-'));
  // As root, Postgres runs as somebody else, who has to get in.
  await chmod(directory, 0o711);
  const onProgress = (line: string) => process.stderr.write(`${line}\n`);
  const workers = Array.from({ length: vitest.config.maxWorkers }, (_, index) => index + 1);
  const [postgres, ...nats] = await Promise.all([
    spawnPostgres({
      dataDir: join(directory, 'postgres'),
      port: await freePort(),
      password: randomBytes(12).toString('hex'),
      onProgress,
    }),
    ...workers.map(async (worker) =>
      spawnNats({
        storeDir: join(directory, `nats-${worker}`),
        port: await freePort(),
        onProgress,
      }),
    ),
  ]);
  await skipDiskSyncs(postgres.url);
  process.env[POSTGRES_VARIABLE] = postgres.url;
  process.env[NATS_VARIABLE] = nats.map(({ url }) => url).join(',');
  return async () => {
    await Promise.all([postgres, ...nats].map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  };
}

/**
 * What was written is synced to the disk for a machine that loses power; a process that is killed
 * loses nothing without. Tests take a third of the time, most of all where the disk is busy.
 */
async function skipDiskSyncs(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  for (const name of ['fsync', 'full_page_writes'])
    await client.query(`alter system set ${name} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
