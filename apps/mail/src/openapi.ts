import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { mailRoutes, type RouteDeps } from './routes.ts';

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  // The routes are only described here; no operation is called.
  const routes = mailRoutes({ hasMailbox: true } as RouteDeps);
  return `${JSON.stringify(toOpenApi('Florin mail', manifest.version, routes), null, 2)}\n`;
}
