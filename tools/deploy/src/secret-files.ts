import { chmod, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets of docker-compose.yml, which git ignores. */
export const DEFAULT_FOLDER = join(import.meta.dirname, '../../../deploy/secrets');

export async function readSecrets(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder);
  const files = names.map(async (name): Promise<[string, string]> => {
    return [name, await readFile(join(folder, name), 'utf8')];
  });
  return new Map(await Promise.all(files));
}

export async function writeSecret(path: string, secret: string): Promise<void> {
  await writeFile(path, secret);
  // Containers read it as a user of their own.
  await chmod(path, 0o444);
}

/** Readers see the former secret or the new one, never a part. */
export async function replaceSecret(path: string, secret: string): Promise<void> {
  await writeSecret(`${path}.new`, secret);
  await rename(`${path}.new`, path);
}
