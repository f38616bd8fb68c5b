import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../../..');

/**
 * Leads every later import of a module elsewhere, but for that of what stands in its place.
 * @param module its path from the root of the repository
 * @param by a file of `src/broken`
 */
export function replaceModule(module: string, by: string): void {
  const replaced = pathToFileURL(join(root, module)).href;
  const replacement = pathToFileURL(join(import.meta.dirname, '../broken', by)).href;
  registerHooks({
    resolve(specifier, context, resolve) {
      const found = resolve(specifier, context);
      const isReplaced = found.url === replaced && context.parentURL !== replacement;
      return isReplaced ? { ...found, url: replacement } : found;
    },
  });
}
