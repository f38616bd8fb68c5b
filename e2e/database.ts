import { Client } from 'pg';
import { findProcess } from './api.ts';

/** Runs a query as superuser, for what the public surface does not show. */
export async function query<Row extends object>(
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: findProcess('postgres').url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
