import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { type LedgerDeps, ledgerRoutes } from './routes.ts';

/** The committed text of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here; their dependencies are never used.
  const routes = ledgerRoutes({} as LedgerDeps);
  return `${JSON.stringify(toOpenApi('Florin ledger', manifest.version, routes), null, 2)}\n`;
}
