import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, types } from 'pg';

export interface Sql {
  <Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  end(): Promise<void>;
}

const TRIES_MAX = 40;
const PAUSE_MS = 250;

/**
 * Queries as superuser, by a door that no service uses. Numbers of 64 bits come as bigints. Postgres
 * itself may just have been killed, so a query is repeated for some seconds.
 * @param isTransient whether a failure is such that it passes.
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

/** The rows of one statement, on a connection of its own. */
export async function queryOnce<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  // A connection that is lost fails the statement, which says why.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
