import { Client } from 'pg';

/** The rows of one statement, on a connection of its own. */
export async function ask<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  // One that is lost tells it by the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
