import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import type { Deps } from './deps.ts';
import { identityRoutes } from './routes.ts';

/** Default of FLORIN_PASSWORD_MIN. */
const byDefault = { passwordLengthMin: 8 };

/** Text of this service's committed OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here; no operation is called.
  const routes = identityRoutes({} as Deps, byDefault);
  return `${JSON.stringify(toOpenApi('Florin identity', manifest.version, routes), null, 2)}\n`;
}
