import type { Pool } from 'undici';

/** The connections to one replica for requests that no link takes. */
export interface Replica {
  readonly pool: Pool;
  /** A pool of its own: each stream occupies a connection for as long as it lasts. */
  readonly streams: Pool;
}

const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connect: { timeout: 1_000 },
  // Below the 65 s of the services, so that no request meets a connection that is being closed.
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
  // Each request has a deadline of its own instead.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: 16_777_216,
};
/** As many as there are clients. Services write to a stream every 15 s at least. */
const streamOptions: Pool.Options = {
  ...poolOptions,
  connections: null,
  bodyTimeout: 60_000,
  maxResponseSize: -1,
};

/** Connections to replicas for requests that go by HTTP, keyed by origin. */
export interface HttpReplicas {
  get(origin: string): Promise<Replica>;
  destroy(): Promise<void>;
}

/** @param findOrigins those of all replicas that there are now; connections to others end when they are idle */
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

/** The client is loaded when it is needed, which where links are up is for streams alone. */
async function openReplica(url: string): Promise<Replica> {
  const { Pool } = await import('undici');
  return { pool: new Pool(url, poolOptions), streams: new Pool(url, streamOptions) };
}
