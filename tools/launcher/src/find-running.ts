import { isAbsolute, join } from 'node:path';
import { findUrl } from './process-list.ts';

const root = join(import.meta.dirname, '../../..');

interface Environment {
  readonly FLORIN_DATA_DIR?: string | undefined;
}

/** The data folder of a Florin: `FLORIN_DATA_DIR`, or `.florin` of this checkout. */
export function dataDirOf({ FLORIN_DATA_DIR }: Environment, within: string = root): string {
  const folder = FLORIN_DATA_DIR || '.florin';
  return isAbsolute(folder) ? folder : join(within, folder);
}

/**
 * URL of the Florin that runs from this data folder; undefined without one. It is read from the
 * process list, so that no foreign server on this machine receives a request.
 */
export function findRunning(env: Environment): Promise<string | undefined> {
  return findUrl(dataDirOf(env), 'gateway-1');
}
