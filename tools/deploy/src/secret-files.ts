import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@florin/local-servers';

/** Secrets of docker-compose.yml, which git ignores. */
export const DEFAULT_FOLDER = join(import.meta.dirname, '../../../deploy/secrets');

export async function readSecrets(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder);
  const files = names.map(async (name): Promise<[string, string]> => {
    return [name, await readFile(join(folder, name), 'utf8')];
  });
  return new Map(await Promise.all(files));
}

/** Replaced atomically. Containers read it as their own user. */
export function writeSecret(path: string, secret: string): Promise<void> {
  return writeAtomically(path, secret, 0o444);
}
