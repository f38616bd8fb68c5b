import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import type { Deps } from './deps.ts';
import { accountsRoutes } from './routes.ts';

/** As FLORIN_PASSWORD_MIN is when nobody sets it. */
const byDefault = { passwordLengthMin: 8 };

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here: no operation is ever called.
  const routes = accountsRoutes({} as Deps, byDefault);
  return `${JSON.stringify(toOpenApi('Florin accounts', manifest.version, routes), null, 2)}\n`;
}
