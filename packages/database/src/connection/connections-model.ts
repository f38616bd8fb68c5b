/** Default pool size of a process; overridden by `<SERVICE>_DATABASE_POOL_SIZE_MAX`. */
export const POOL_SIZE_MAX_DEFAULT = 10;

/** Processes of a service that connect to one Postgres without a pooler. */
export interface ServiceProcesses {
  readonly processes: number;
  readonly poolSizeMax: number;
  /** Ledger shards on this Postgres; each has its own pool. */
  readonly shards?: number;
}

/** One for the migration lock, one for statements, one for concurrent indexes. */
const MIGRATION_CONNECTIONS = 3;

/** Maximum number of connections that these services open on one Postgres. */
export function connectionsOf(services: readonly ServiceProcesses[]): number {
  return services.reduce(
    (sum, { processes, poolSizeMax, shards = 1 }) => sum + processes * poolSizeMax * shards,
    0,
  );
}

/**
 * Maximum number of connections during a rolling replacement with migrations.
 * @param extraProcesses per service; 2 if one starts while another stops
 */
export function connectionsWhileReplaced(
  services: readonly ServiceProcesses[],
  extraProcesses: number,
): number {
  const grown = services.map((service) => ({
    ...service,
    processes: service.processes + extraProcesses,
  }));
  return connectionsOf(grown) + services.length * MIGRATION_CONNECTIONS;
}

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Reserved for superusers and, since Postgres 16, for `pg_use_reserved_connections`. */
  readonly reserved: number;
  /** Open connections of all clients and databases. */
  readonly used: number;
}

/** A message if Postgres has too few connections for the services; undefined if it has enough. */
export function describeShortage(
  needed: number,
  { maxConnections, reserved }: ConnectionLimits,
): string | undefined {
  const available = maxConnections - reserved;
  if (needed <= available) return undefined;
  return `Postgres allows ${available} (max_connections ${maxConnections} minus ${reserved} reserved)`;
}
