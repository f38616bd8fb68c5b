import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@florin/contracts';
import { dataDir } from '../api.ts';
import { query } from '../database.ts';

/** Copies that expire within eight days: see docs/guides/personal-data.md. */
export const EXPIRING = ['idempotency_keys.', 'saga_runs.', 'replies', 'export_pieces.'];

interface TextColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

/** Columns of a service's tables that contain a canary: `messages.values`. */
async function findInTables(service: ServiceName, canary: string): Promise<readonly string[]> {
  const columns = await query<TextColumn>(
    service,
    `select table_name, column_name, data_type from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = $1 and table_type = 'BASE TABLE'
        and data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY')
      order by 1, 2`,
    [service],
  );
  const found: string[] = [];
  for (const { table_name, column_name, data_type } of columns) {
    const name = `"${column_name}"`;
    const text = data_type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`;
    const [row] = await query<{ is_found: boolean }>(
      service,
      `select exists (select from ${service}."${table_name}" where ${text} ilike $1) as is_found`,
      [`%${canary}%`],
    );
    if (row?.is_found) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

/** Tables of all services that contain a canary: `mail messages.values`. */
export async function findAnywhere(canary: string): Promise<readonly string[]> {
  const found = await Promise.all(
    serviceNames.map(async (service) =>
      (await findInTables(service, canary)).map((place) => `${service} ${place}`),
    ),
  );
  return found.flat();
}

/** Files of the data folder that contain a canary, except those of Postgres and NATS. */
export function findInFiles(canary: string): readonly string[] {
  return readdirSync(dataDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/postgres|nats/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < 200_000_000)
    .filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(canary.toLowerCase()));
}
