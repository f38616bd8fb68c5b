/** Run before the entry of an app (`node --import`): it finds dependencies joined, where they are. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findJoined, root } from './find.mjs';

const joined = findJoined();
const here = pathToFileURL(`${root}/`).href;

/**
 * Our own code, and of this folder: an app of another version stands on other dependencies, and what is not
 * joined goes on with what is installed beside it.
 */
function isOurs(url) {
  return url?.startsWith(here) && !url.includes('/node_modules/');
}

if (joined)
  registerHooks({
    resolve(specifier, context, resolve) {
      const url = joined.get(specifier);
      const isAsked = url !== undefined && isOurs(context.parentURL);
      if (!isAsked || context.conditions.includes('require')) return resolve(specifier, context);
      return { url, format: 'module', shortCircuit: true };
    },
  });
