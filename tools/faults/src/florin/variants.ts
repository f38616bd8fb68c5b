import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { PeerName } from '@florin/contracts';
import type { Replacement, Replacements } from '@florin/system-kit';

/** An app with one module replaced. Imports are only located here, never run. */
export interface Variant {
  readonly app: PeerName;
  readonly module: () => Promise<object>;
  readonly by: () => Promise<object>;
}

/** A variant whose replacement has every export of the sound module, with its types. */
export function variant<Module extends object>(replaced: {
  readonly app: PeerName;
  readonly module: () => Promise<Module>;
  readonly by: () => Promise<NoInfer<Module>>;
}): Variant {
  return replaced;
}

/** One replacement for each app; the last variant of an app wins. */
export async function toReplacements(variants: readonly Variant[]): Promise<Replacements> {
  const replacements: Partial<Record<PeerName, Replacement>> = {};
  for (const { app, module, by } of variants)
    replacements[app] = { module: await locate(module), by: await locate(by) };
  return replacements;
}

/** The file that a dynamic import names. An empty module is loaded in its place. */
export async function locate(load: () => Promise<object>): Promise<string> {
  let located: string | undefined;
  const hooks = registerHooks({
    resolve(specifier, context, resolve) {
      located = fileURLToPath(resolve(specifier, context).url);
      return { url: 'data:text/javascript,', shortCircuit: true };
    },
  });
  try {
    await load();
  } finally {
    hooks.deregister();
  }
  if (located === undefined) throw new Error(`${load} imports nothing`);
  return located;
}
