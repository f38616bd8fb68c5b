import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { call } from '../api.ts';
import { isPage } from '../operations.ts';
import { refuses, type Scenario } from './scenario.ts';
import { ABSENT } from './world.ts';

/** Operations of the services' generated documents. Pages accept any parameter name. */
const operations = serviceNames.flatMap((service) => {
  const file = join(import.meta.dirname, `../../apps/${service}/openapi.json`);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => !isPage(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
});

/** Each operation, for an object that may not exist. */
export const unknownParameterScenarios: readonly Scenario[] = operations.map(
  ({ method, path }) => ({
    operation: `${method} ${path}`,
    ...refuses(400, 'invalid_request', 'an unknown query parameter', ({ owner }) =>
      call(method, `${nothingAt(path)}?colour=green`, {
        token: owner.token,
      }),
    ),
  }),
);

/** A path to an object that may not exist. */
function nothingAt(path: string): string {
  return path
    .replace('{processor}', 'stripe')
    .replace('{month}', '2020-01')
    .replaceAll(/\{(\w+)_id\}/g, (_, kind: string) => absent(kind));
}

/** `test_clock` as an id of that kind. */
function absent(kind: string): string {
  const name = kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return new Map<string, string>(Object.entries(ABSENT)).get(name) ?? kind;
}
