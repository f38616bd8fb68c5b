import { dirname, sep } from 'node:path';

/** A module and its replacement, as absolute paths. */
export interface Replacement {
  readonly module: string;
  readonly by: string;
}

/**
 * The module that an import of `found` gets instead, or undefined. The replacement and its
 * neighbors get the original, to build on it.
 * @param importer undefined for the entry of a process
 */
export function standInFor(
  { module, by }: Replacement,
  found: string,
  importer: string | undefined,
): string | undefined {
  const isBesideStandIn = importer?.startsWith(dirname(by) + sep) ?? false;
  return found === module && !isBesideStandIn ? by : undefined;
}
