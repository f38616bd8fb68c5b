import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import type { Deps } from './deps.ts';
import { accountsRoutes } from './routes.ts';

/** The default of FLORIN_PASSWORD_MIN. */
const byDefault = { passwordLengthMin: 8 };

/** The committed text of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here and never called.
  const routes = accountsRoutes({} as Deps, byDefault);
  return `${JSON.stringify(toOpenApi('Florin accounts', manifest.version, routes), null, 2)}\n`;
}
