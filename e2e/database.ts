import type { ServiceName } from '@florin/contracts';
import { Client } from 'pg';
import { findProcess } from './api.ts';
import { LEDGER_DATABASE_VARIABLE } from './start-florin.ts';

/** Runs a query as superuser where a service keeps its data, for what the surface does not show. */
export async function query<Row extends object>(
  service: ServiceName,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const ofLedger = service === 'ledger' ? process.env[LEDGER_DATABASE_VARIABLE] : undefined;
  const client = new Client({ connectionString: ofLedger ?? findProcess('postgres').url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
