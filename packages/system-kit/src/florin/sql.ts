import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, types } from 'pg';

export interface Sql {
  <Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  end(): Promise<void>;
}

const TRIES_MAX = 40;
const PAUSE_MS = 250;

/**
 * Queries as superuser, over a connection that no service uses. 64-bit numbers become bigints.
 * Retries for some seconds, since tests kill Postgres.
 * @param isTransient whether an error is worth a retry
 */
export function openSql(url: string, isTransient: (error: unknown) => boolean): Sql {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === types.builtins.INT8 ? BigInt : types.getTypeParser(id, format as 'text'),
    },
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function query<Row extends object>(text: string, values: readonly unknown[] = []) {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await pool.query<Row>(text, [...values])).rows;
      } catch (error) {
        if (!isTransient(error) || tries === TRIES_MAX) throw error;
        await pause(PAUSE_MS);
      }
    }
  }
  return Object.assign(query, { end: () => pool.end() });
}

/** Returns the rows of one statement, over a separate connection. */
export async function queryOnce<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  // A lost connection makes the statement fail with a reason.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
