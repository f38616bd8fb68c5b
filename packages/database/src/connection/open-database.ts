import { ROUTE_TIMEOUT_MS } from '@florin/contracts';
import { Kysely } from 'kysely';
import { type Pool, type PoolConfig, types } from 'pg';
import { GradualPool } from './gradual-pool.ts';
import { leaveOutNames } from './leave-out-names.ts';
import { sendByName } from './name-statements.ts';
import { ServiceDialect } from './service-dialect.ts';
import { traceStatements } from './trace-statements.ts';

export interface DatabaseConfig {
  readonly url: string;
  readonly poolSizeMax: number;
  /**
   * Whether connections go through a pooler in transaction mode, such as PgBouncer. Then a Postgres
   * session belongs to this process for one transaction and keeps no state.
   */
  readonly isPooled?: boolean | undefined;
}

export interface Database<Tables> {
  readonly db: Kysely<Tables>;
  /** For hot statements sent by name. Everything else uses `db`. */
  readonly pool: Pool;
  close(): Promise<void>;
}

/** In milliseconds. Set for each session and for the role, which covers pooled sessions. */
export const TIMEOUTS = {
  /** Short enough for a request to be answered in time. */
  lock_timeout: 1_000,
  /** A process that stops in the middle of a transaction frees its locks after this. */
  idle_in_transaction_session_timeout: 1_000,
  /**
   * Cut off before the request times out, so that an abandoned statement does not hold its
   * connection and locks. Background work has more time: `inBackground`.
   */
  statement_timeout: ROUTE_TIMEOUT_MS - 200,
} as const;
/** A request that waits this long for a connection is refused before it times out. */
const CONNECT_TIMEOUT_MS = ROUTE_TIMEOUT_MS - 500;
/** A SCRAM login costs both sides some ms, so connections used only now and then stay open. */
const IDLE_MS = 60_000;

export interface PoolOptions {
  /** Statements sent without awaiting each other share a round trip. */
  readonly pipeline?: boolean;
  /** Postgres settings of each connection; ignored behind a pooler. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A statement that runs after the settings, for settings that depend on a check. */
  readonly setUp?: string;
  /** For background work, which can wait for a connection on a busy machine. */
  readonly connectTimeoutMs?: number;
}

/** Opens a bounded pool of connections. The first connection opens when it is needed. */
export function openPool(
  { url, poolSizeMax, isPooled = false }: DatabaseConfig,
  onError: (error: Error) => void,
  {
    pipeline = false,
    settings = {},
    setUp,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
  }: PoolOptions = {},
  /** Overrides of the default timeouts, by their names in pg. */
  timeouts: Pick<
    PoolConfig,
    'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout'
  > = {},
): Pool {
  const pool = new GradualPool({
    connectionString: url,
    max: poolSizeMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    // A pooler rejects these startup parameters; there, the role has them.
    ...(isPooled ? {} : TIMEOUTS),
    ...timeouts,
    keepAlive: true,
    pipeline,
    types: { getTypeParser },
  });
  // Without listeners, a connection closed by Postgres would crash the process. The pool's listener
  // covers idle ones; for one in use, the next statement fails instead.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const setting = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  if (setUp !== undefined) setting.push(setUp);
  // Before the first statement of the pool's user.
  if (isPooled) pool.on('connect', leaveOutNames);
  else pool.on('connect', sendByName);
  if (!isPooled && setting.length > 0)
    pool.on('connect', (client) => void client.query(setting.join('; ')).catch(() => {}));
  return pool;
}

/**
 * Opens a database with a pool. `onCommit` runs after each Kysely transaction that has written and
 * committed, except within `withoutCommitSignal`.
 */
export function openDatabase<Tables>(
  config: DatabaseConfig,
  onError: (error: Error) => void,
  { onCommit = () => {}, ...options }: PoolOptions & { readonly onCommit?: () => void } = {},
): Database<Tables> {
  const pool = openPool(config, onError, options);
  const db = new Kysely<Tables>({
    dialect: new ServiceDialect(pool, onCommit),
    ...traceStatements(),
  });
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely closes only a pool that it has used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Parses `bigint` columns as bigints; numbers would be rounded beyond 2^53. */
function getTypeParser(id: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (id === types.builtins.INT8 && format !== 'binary') return BigInt;
  return types.getTypeParser(id, format as 'text');
}
