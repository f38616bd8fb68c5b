import type { ServiceName } from '@florin/contracts';
import { queryOnce } from '@florin/system-kit';
import { processes } from './api.ts';
import { OWN_DATABASE_VARIABLE } from './start-florin.ts';

/** Runs a query as superuser on a service's database, for data that the API does not return. */
export function query<Row extends object>(
  service: ServiceName,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const own = process.env[OWN_DATABASE_VARIABLE];
  const common = processes().find('postgres')?.url;
  const url = service === 'ledger' ? (own ?? common) : (common ?? own);
  return queryOnce(url ?? '', text, values);
}
