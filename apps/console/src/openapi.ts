import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { consoleRoutes, type RouteDeps } from './routes.ts';

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  // The routes are only described here; no operation is called.
  const routes = consoleRoutes({} as RouteDeps);
  return `${JSON.stringify(toOpenApi('Florin console', manifest.version, routes), null, 2)}\n`;
}
