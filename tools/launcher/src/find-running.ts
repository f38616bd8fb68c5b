import { isAbsolute, join } from 'node:path';
import { findUrl } from './process-list.ts';

const root = join(import.meta.dirname, '../../..');

interface Environment {
  readonly FLORIN_DATA_DIR?: string | undefined;
}

/** The folder that holds the data of a Florin: what the person says, or `.florin` of this checkout. */
export function dataDirOf({ FLORIN_DATA_DIR }: Environment, within: string = root): string {
  const folder = FLORIN_DATA_DIR || '.florin';
  return isAbsolute(folder) ? folder : join(within, folder);
}

/**
 * The address of the Florin that runs from the folder of its data; undefined when none does. What
 * else listens on this machine is not asked, so nothing is written or told to a stranger.
 */
export function findRunning(env: Environment): Promise<string | undefined> {
  return findUrl(dataDirOf(env), 'gateway-1');
}
