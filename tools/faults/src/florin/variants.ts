import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import type { Replacement, Replacements } from '@florin/system-kit';

const root = join(import.meta.dirname, '../../../..');
const broken = join(import.meta.dirname, '../broken');

/** One module that another file stands in for. */
export interface ReplacedModule {
  /** Path from the root of the repository. */
  readonly module: string;
  /** A file of `src/broken`. */
  readonly by: string;
}

/** An app that runs with one module replaced. */
export interface Variant extends ReplacedModule {
  readonly app: PeerName;
}

export function toReplacement({ module, by }: ReplacedModule): Replacement {
  return { module: join(root, module), by: join(broken, by) };
}

/** By app; the last of each counts. */
export function toReplacements(variants: readonly Variant[]): Replacements {
  return Object.fromEntries(variants.map((variant) => [variant.app, toReplacement(variant)]));
}
