import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { type BillingDeps, billingRoutes } from './routes.ts';

/** The committed text of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here and never called.
  const routes = billingRoutes({} as BillingDeps);
  return `${JSON.stringify(toOpenApi('Florin billing', manifest.version, routes), null, 2)}\n`;
}
