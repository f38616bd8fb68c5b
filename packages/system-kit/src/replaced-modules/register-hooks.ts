/** Preloaded with `node --import`: replaces a module in an app. */
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { standInFor } from './replacement.ts';
import { readReplacement } from './replacements-file.ts';

const replacement = readReplacement(process.env, process.argv[1]);
if (replacement !== undefined)
  registerHooks({
    resolve(specifier, context, resolve) {
      const found = resolve(specifier, context);
      const standIn = standInFor(replacement, toPath(found.url) ?? '', toPath(context.parentURL));
      return standIn === undefined ? found : { ...found, url: pathToFileURL(standIn).href };
    },
  });

function toPath(url: string | undefined): string | undefined {
  return url?.startsWith('file:') ? fileURLToPath(url) : undefined;
}
