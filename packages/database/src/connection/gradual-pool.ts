import { type ClientBase, Pool, type PoolConfig } from 'pg';

/** Connections that a pool opens at the same time. */
const CONNECTING_MAX = 2;
/** Most statements take less: a new connection has served a few requests before another one is opened. */
const GROWTH_MS = 10;

/** Members of pg-pool that its types leave out. */
interface Internals {
  readonly _clients: readonly ClientBase[];
  _pulseQueue(): void;
}

/**
 * A pool that grows gradually. A request that waits takes a connection that is released in the meantime, so
 * a burst of short statements, such as the first rounds of all loops, opens few connections.
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

  /** Called by pg-pool before it opens a connection; while it returns true, requests wait. */
  protected _isFull(): boolean {
    const { _clients } = internalsOf(this);
    const connecting = _clients.filter((client) => !this.#connected.has(client)).length;
    return _clients.length >= this.#sizeMax || connecting >= CONNECTING_MAX;
  }
}

function internalsOf(pool: Pool): Internals {
  return pool as unknown as Internals;
}
