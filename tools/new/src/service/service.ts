import { serviceNames } from '@florin/contracts';
import type { Change, Tree } from '../edit.ts';
import { contractOf, toEndpoint } from '../endpoint.ts';
import { appFiles } from './app.ts';
import { around } from './around.ts';

/**
 * `pnpm new service loyalty`: an app with a schema, a migration and an endpoint, and its place in
 * all lists of services.
 */
export function newService(tree: Tree, name: string): readonly Change[] {
  if (!/^[a-z]{2,20}$/.test(name))
    throw new Error(`a service is named with one word in lowercase letters, not "${name}"`);
  const taken = [...serviceNames, 'gateway', 'describe', 'system'];
  if (taken.includes(name) || tree.list(`apps/${name}`).includes('package.json'))
    throw new Error(`${name} is taken`);
  const endpoint = toEndpoint('GET', `/v1/${name}`);
  return [...appFiles(tree, name), ...around(tree, name), contractOf(endpoint)];
}
