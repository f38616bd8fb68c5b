import { toOpenApi } from '@florin/http-api';
import manifest from '../../package.json' with { type: 'json' };
import type { Operations } from '../operations/operations.ts';
import { makeRoutes } from './routes.ts';

/** As FLORIN_PASSWORD_MIN is when nobody sets it. */
const byDefault = { passwordLengthMin: 8 };

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here: no operation is ever called.
  const routes = makeRoutes({} as Operations, byDefault);
  return `${JSON.stringify(toOpenApi('Florin identity', manifest.version, routes), null, 2)}\n`;
}
