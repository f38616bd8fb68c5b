import { toOpenApi } from '@florin/http-api';
import manifest from '../../package.json' with { type: 'json' };
import { type WebhooksOperations, webhooksRoutes } from './routes.ts';

/** Routes are only described here: no operation is ever called. */
const none = { events: {}, streams: {}, endpoints: {}, deliveries: {} } as WebhooksOperations;

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  const routes = webhooksRoutes(none, { allowsPrivate: false });
  return `${JSON.stringify(toOpenApi('Florin webhooks', manifest.version, routes), null, 2)}\n`;
}
