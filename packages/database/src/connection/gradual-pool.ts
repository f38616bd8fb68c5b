import { type ClientBase, Pool, type PoolConfig } from 'pg';

/** Connections that a pool opens concurrently. */
const CONNECTING_MAX = 2;
/**
 * Most statements finish sooner, so a new connection serves some requests before the next opens.
 */
const GROWTH_MS = 10;

/** Members of pg-pool that its types leave out. */
interface Internals {
  readonly _clients: readonly ClientBase[];
  _pulseQueue(): void;
}

/**
 * A pool that grows gradually. Waiting requests reuse released connections, so a burst of short
 * statements, such as all loops starting, opens few connections.
 */
export class GradualPool extends Pool {
  readonly #connected = new WeakSet<ClientBase>();
  readonly #sizeMax: number;

  constructor(config: PoolConfig & { readonly max: number }) {
    super(config);
    this.#sizeMax = config.max;
    this.on('connect', (client) => {
      this.#connected.add(client);
      setTimeout(() => internalsOf(this)._pulseQueue(), GROWTH_MS).unref();
    });
  }

  /** Called by pg-pool before it opens a connection. Requests wait while it returns true. */
  protected _isFull(): boolean {
    const { _clients } = internalsOf(this);
    const connecting = _clients.filter((client) => !this.#connected.has(client)).length;
    return _clients.length >= this.#sizeMax || connecting >= CONNECTING_MAX;
  }
}

function internalsOf(pool: Pool): Internals {
  return pool as unknown as Internals;
}
