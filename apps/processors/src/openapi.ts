import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { type ProcessorsDeps, processorsRoutes } from './routes.ts';

/** Text of this service's committed OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here; no operation is called.
  const routes = processorsRoutes({} as ProcessorsDeps);
  return `${JSON.stringify(toOpenApi('Florin processors', manifest.version, routes), null, 2)}\n`;
}
