/**
 * Loaded before an app's entry (`node --import`): resolves dependencies to bundles, if they exist.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findJoined, root } from './find.mjs';

const joined = findJoined();
const here = pathToFileURL(`${root}/`).href;

/**
 * Only our code in this folder: an app of another version has other dependencies, and unbundled
 * packages resolve next to themselves.
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
