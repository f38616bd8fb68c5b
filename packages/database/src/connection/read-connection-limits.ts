import type { ClientBase, Pool } from 'pg';
import type { ConnectionLimits } from './connections-model.ts';

/** Every role may read these settings. */
const LIMITS = `
  select current_setting('max_connections')::int as "maxConnections",
    current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
    (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used`;

/**
 * Reads the connection limit and the open connections of Postgres. Must not go through a pooler.
 */
export async function readConnectionLimits(client: ClientBase | Pool): Promise<ConnectionLimits> {
  const { rows } = await client.query<ConnectionLimits>(LIMITS);
  const [limits] = rows;
  if (!limits) throw new Error('Postgres did not report its connection limits');
  return limits;
}
