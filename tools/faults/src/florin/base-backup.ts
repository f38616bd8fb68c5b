import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyCluster, copyFiles } from '@florin/local-servers';
import type { Florin } from './start-florin.ts';

/** A base backup of a running Postgres, and the other files that a start needs. */
export async function takeBackup(
  { dataDir, databaseUrl }: Pick<Florin, 'dataDir' | 'databaseUrl'>,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await cp(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'));
  await copyCluster(databaseUrl(), join(dataDir, 'postgres'), join(folder, 'postgres'));
}

/** Restores a backup to the data folder of a new Florin. */
export async function restoreBackup(folder: string, dataDir: string): Promise<void> {
  await copyFiles(`${folder}/.`, dataDir);
}
