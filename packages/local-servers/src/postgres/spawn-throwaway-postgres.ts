import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import type { RunningServer } from '../running-server.ts';
import { scratchParent } from '../scratch-parent.ts';
import { spawnPostgres } from './spawn-postgres.ts';

/**
 * A Postgres in a temporary folder, for tests that change roles, which belong to a whole server.
 */
export async function spawnThrowawayPostgres(): Promise<RunningServer> {
  const folder = await mkdtemp(join(scratchParent(), 'florin-postgres-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'postgres');
  const server = await spawnPostgres({ dataDir, port: await freePort(), password: 'admin' });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
