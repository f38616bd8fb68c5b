import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { type WebhooksDeps, webhooksRoutes } from './routes.ts';

/** Text of this service's committed OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here; no operation is called.
  const routes = webhooksRoutes({} as WebhooksDeps, { allowsPrivate: false });
  return `${JSON.stringify(toOpenApi('Florin webhooks', manifest.version, routes), null, 2)}\n`;
}
