import type { ServiceName } from '@florin/contracts';
import type { Florin } from '../../florin/start-florin.ts';

/** The database with a service's search path, as superuser. */
export function schemaUrl(
  { databaseUrl }: Pick<Florin, 'databaseUrl'>,
  service: ServiceName,
): string {
  const url = new URL(databaseUrl());
  url.searchParams.set('options', `-c search_path=${service}`);
  return url.href;
}
