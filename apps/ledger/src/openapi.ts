import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { type LedgerOperations, ledgerRoutes } from './routes.ts';

/** No setting shows in the document. */
const byDefault = { settlementDelayMs: 0, creditBy: 'owner', publicUrl: '' } as const;

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here: no operation is ever called.
  const routes = ledgerRoutes({} as LedgerOperations, byDefault);
  return `${JSON.stringify(toOpenApi('Florin ledger', manifest.version, routes), null, 2)}\n`;
}
