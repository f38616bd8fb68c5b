import type { Pool } from 'undici';

/** HTTP connections to one replica, for requests without a link. */
export interface Replica {
  readonly pool: Pool;
  /** A separate pool, because each stream occupies a connection while it lasts. */
  readonly streams: Pool;
}

const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connect: { timeout: 1_000 },
  // Below the services' 65 s, so that no request meets a closing connection.
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
  // Each request has its own deadline instead.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: 16_777_216,
};
/** One connection per client. Services write to a stream at least every 15 s. */
const streamOptions: Pool.Options = {
  ...poolOptions,
  connections: null,
  bodyTimeout: 60_000,
  maxResponseSize: -1,
};

/** HTTP connections to replicas, by origin. */
export interface HttpReplicas {
  get(origin: string): Promise<Replica>;
  destroy(): Promise<void>;
}

/** @param findOrigins origins of all current replicas; idle connections to others are closed */
export function openReplicas(findOrigins: () => readonly string[]): HttpReplicas {
  const replicas = new Map<string, Promise<Replica>>();

  function closeRemoved(): void {
    const kept = new Set(findOrigins());
    for (const [origin, replica] of replicas) {
      if (kept.has(origin)) continue;
      replicas.delete(origin);
      void replica.then(({ pool, streams }) => Promise.all([pool.close(), streams.close()]));
    }
  }

  return {
    get(origin) {
      const known = replicas.get(origin);
      if (known) return known;
      closeRemoved();
      const replica = openReplica(origin);
      replicas.set(origin, replica);
      return replica;
    },
    async destroy() {
      const opened = await Promise.all(replicas.values());
      await Promise.all(opened.flatMap(({ pool, streams }) => [pool.destroy(), streams.destroy()]));
    },
  };
}

/** Loads the HTTP client on demand, since with links only streams need it. */
async function openReplica(url: string): Promise<Replica> {
  const { Pool } = await import('undici');
  return { pool: new Pool(url, poolOptions), streams: new Pool(url, streamOptions) };
}
