import { describeShortage, readConnectionLimits } from '@florin/database';
import type { Pool } from 'pg';
import type { Logger } from '../program/log.ts';

/**
 * Warns if Postgres lacks connections for this process in addition to the open ones. Does not apply
 * behind a pooler, whose sessions are unknown.
 */
export async function checkConnections(
  pool: Pool,
  connectionsMax: number,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const limits = await readConnectionLimits(pool);
  const shortage = describeShortage(limits.used - pool.totalCount + connectionsMax, limits);
  if (shortage === undefined) return;
  log.warn(
    { used: limits.used, connections_max: connectionsMax, max_connections: limits.maxConnections },
    `${limits.used} connections are open, this process may open ${connectionsMax}, and ${shortage}; lower <SERVICE>_DATABASE_POOL_SIZE_MAX or the number of processes, or raise max_connections`,
  );
}
