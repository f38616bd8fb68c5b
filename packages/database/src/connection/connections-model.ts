/** Connections of a process of a service, unless `<SERVICE>_DATABASE_POOL_SIZE_MAX` says otherwise. */
export const POOL_SIZE_MAX_DEFAULT = 10;

/** Processes of a service that reach one Postgres without a pooler. */
export interface ServiceProcesses {
  readonly processes: number;
  readonly poolSizeMax: number;
  /** Schemas of it on this Postgres, each with a pool of its own: shards of the ledger. */
  readonly shards?: number;
}

/** A migration has one for its lock, one for its statements and one for concurrent indexes. */
const MIGRATION_CONNECTIONS = 3;

/** Most connections that these services open on one Postgres. */
export function connectionsOf(services: readonly ServiceProcesses[]): number {
  return services.reduce(
    (sum, { processes, poolSizeMax, shards = 1 }) => sum + processes * poolSizeMax * shards,
    0,
  );
}

/**
 * Most connections while all services are replaced at once, each with a migration.
 * @param extraProcesses of each service: one that starts and one that ends make 2
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
  /** For superusers, and from Postgres 16 on for roles of `pg_use_reserved_connections`. */
  readonly reserved: number;
  /** Open ones of all clients and databases. */
  readonly used: number;
}

/** How many connections Postgres has for services, in words; undefined where these are enough. */
export function describeShortage(
  needed: number,
  { maxConnections, reserved }: ConnectionLimits,
): string | undefined {
  const available = maxConnections - reserved;
  if (needed <= available) return undefined;
  return `Postgres lets in ${available} (max_connections ${maxConnections} less ${reserved} reserved)`;
}
