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
   * Whether a pooler in transaction mode stands in front, such as PgBouncer: then a session of
   * Postgres is this process's for one transaction only, and holds nothing of it before or after.
   */
  readonly isPooled?: boolean | undefined;
}

export interface Database<Tables> {
  readonly db: Kysely<Tables>;
  /** For hot statements that are sent by name; everything else goes through `db`. */
  readonly pool: Pool;
  close(): Promise<void>;
}

/** In milliseconds; of each session, and of the role that a service runs as where it has none. */
export const TIMEOUTS = {
  /** Longest wait for a row lock: short enough that a request still gets its answer in time. */
  lock_timeout: 1_000,
  /** A process that stopped in the middle of a transaction frees its locks after this. */
  idle_in_transaction_session_timeout: 1_000,
  /**
   * A statement ends before its request has to be answered: what nobody waits for any more would keep
   * its connection and its locks from others. Work without a client has more time, by `inBackground`.
   */
  statement_timeout: ROUTE_TIMEOUT_MS - 200,
} as const;
/** Whoever waits this long for a connection is refused while they are still listening. */
const CONNECT_TIMEOUT_MS = ROUTE_TIMEOUT_MS - 500;
/** Proving a password costs both sides some ms, so that what loops need now and then is kept for them. */
const IDLE_MS = 60_000;

export interface PoolOptions {
  /** Statements that are sent without waiting share a round trip. */
  readonly pipeline?: boolean;
  /** Postgres's own, for each connection; behind a pooler they are left out. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A statement behind them, for what has to be looked at before it is set. */
  readonly setUp?: string;
  /** For work without a client, which can wait for a connection while the machine is busy. */
  readonly connectTimeoutMs?: number;
}

/** Opens a bounded pool of connections; the first one is made when it is needed. */
export function openPool(
  { url, poolSizeMax, isPooled = false }: DatabaseConfig,
  onError: (error: Error) => void,
  {
    pipeline = false,
    settings = {},
    setUp,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
  }: PoolOptions = {},
  /** In place of the usual ones, by their names in pg. */
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
    // A pooler refuses what a session begins with: there they are the role's.
    ...(isPooled ? {} : TIMEOUTS),
    ...timeouts,
    keepAlive: true,
    pipeline,
    types: { getTypeParser },
  });
  // Without listeners a connection that Postgres closes would end the process: the first is for
  // idle ones. On one in use the next statement fails, so whoever uses it hears of it there.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const setting = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  if (setUp !== undefined) setting.push(setUp);
  // Before any statement of whoever opened the connection.
  if (isPooled) pool.on('connect', leaveOutNames);
  else pool.on('connect', sendByName);
  if (!isPooled && setting.length > 0)
    pool.on('connect', (client) => void client.query(setting.join('; ')).catch(() => {}));
  return pool;
}

/**
 * Opens a database by a pool. `onCommit` is called behind each transaction of Kysely's that was
 * committed, but for those that `leaveNoWork`.
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
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** `bigint` columns become bigints: as JavaScript numbers they would be rounded beyond 2^53. */
function getTypeParser(id: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (id === types.builtins.INT8 && format !== 'binary') return BigInt;
  return types.getTypeParser(id, format as 'text');
}
