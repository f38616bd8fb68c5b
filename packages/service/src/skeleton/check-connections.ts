import { describeShortage, readConnectionLimits } from '@florin/database';
import type { Pool } from 'pg';
import type { Logger } from '../program/log.ts';

/**
 * Warns where Postgres has no room for the connections of this process, beside those that are open. Not for
 * a process behind a pooler, whose sessions it does not know.
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
    `${limits.used} connections are open, this process may open ${connectionsMax}, and ${shortage}: lower <SERVICE>_DATABASE_POOL_SIZE_MAX or the number of processes, or raise max_connections`,
  );
}
