import { dirname, sep } from 'node:path';

/** A module that another one stands in for, both as absolute paths. */
export interface Replacement {
  readonly module: string;
  readonly by: string;
}

/**
 * What an import of `found` gets instead; undefined for the module itself. The stand-in and the
 * files beside it get the sound one, to build on it.
 * @param importer undefined for the entry of a process.
 */
export function standInFor(
  { module, by }: Replacement,
  found: string,
  importer: string | undefined,
): string | undefined {
  const isBesideStandIn = importer?.startsWith(dirname(by) + sep) ?? false;
  return found === module && !isBesideStandIn ? by : undefined;
}
