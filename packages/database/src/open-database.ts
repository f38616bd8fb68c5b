import { ROUTE_TIMEOUT_MS } from '@florin/contracts';
import { Kysely } from 'kysely';
import { Pool, types } from 'pg';
import { ServiceDialect } from './service-dialect.ts';
import { traceStatements } from './trace-statements.ts';

export interface DatabaseConfig {
  readonly url: string;
  readonly poolSizeMax: number;
}

export interface Database<Tables> {
  readonly db: Kysely<Tables>;
  /** For hot statements that are sent by name; everything else goes through `db`. */
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Longest wait for a row lock: short enough that a request still gets its answer in time. */
const LOCK_TIMEOUT_MS = 1_000;
/** A process that stopped in the middle of a transaction frees its locks after this. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 1_000;
/**
 * A statement ends before its request has to be answered: what nobody waits for any more would keep
 * its connection and its locks from others. Work without a client has more time, by `inBackground`.
 */
const STATEMENT_TIMEOUT_MS = ROUTE_TIMEOUT_MS - 200;
/** Whoever waits this long for a connection is refused while they are still listening. */
const CONNECT_TIMEOUT_MS = ROUTE_TIMEOUT_MS - 500;

/**
 * Opens a bounded pool of connections; the first one is made when it is needed. With `pipeline`,
 * statements that are sent without waiting share a round trip. `settings` are Postgres's own, for
 * each connection.
 */
export function openDatabase<Tables>(
  { url, poolSizeMax }: DatabaseConfig,
  onError: (error: Error) => void,
  {
    pipeline = false,
    settings = {},
  }: { readonly pipeline?: boolean; readonly settings?: Readonly<Record<string, string>> } = {},
): Database<Tables> {
  const pool = new Pool({
    connectionString: url,
    max: poolSizeMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    pipeline,
    types: { getTypeParser },
  });
  // Without listeners a connection that Postgres closes would end the process: the first is for
  // idle ones. On one in use the next statement fails, so whoever uses it hears of it there.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const setting = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  // Before any statement of whoever opened the connection.
  if (setting.length > 0)
    pool.on('connect', (client) => void client.query(setting.join('; ')).catch(() => {}));
  const db = new Kysely<Tables>({ dialect: new ServiceDialect({ pool }), ...traceStatements() });
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
