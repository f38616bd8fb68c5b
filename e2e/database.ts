import type { ServiceName } from '@florin/contracts';
import { Client } from 'pg';
import { processes } from './api.ts';
import { OWN_DATABASE_VARIABLE } from './start-florin.ts';

/** Runs a query as superuser where a service keeps its data, for what the surface does not show. */
export async function query<Row extends object>(
  service: ServiceName,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: databaseOf(service) });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

function databaseOf(service: ServiceName): string | undefined {
  const own = process.env[OWN_DATABASE_VARIABLE];
  const common = processes().find('postgres')?.url;
  return service === 'ledger' ? (own ?? common) : (common ?? own);
}
