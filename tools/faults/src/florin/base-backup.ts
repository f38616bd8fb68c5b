import { execFile } from 'node:child_process';
import { chown, cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Florin } from './start-florin.ts';

const run = promisify(execFile);

/**
 * A base backup of a running Postgres by its low-level API: the files as they lie, then the WAL
 * that makes them whole, and the label that says from where. With it what else a start needs.
 */
export async function takeBackup(
  { dataDir, databaseUrl }: Pick<Florin, 'dataDir' | 'databaseUrl'>,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await cp(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'));
  const source = join(dataDir, 'postgres');
  const copy = join(folder, 'postgres');
  const session = new Client({ connectionString: databaseUrl() });
  await session.connect();
  try {
    await session.query(`select pg_backup_start('florin', true)`);
    await copyFiles(source, copy);
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await rm(join(copy, 'pg_wal'), { recursive: true });
    await copyFiles(join(source, 'pg_wal'), join(copy, 'pg_wal'));
    const label = join(copy, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '');
    // As root, Postgres runs as somebody else.
    const { uid, gid } = await stat(join(copy, 'PG_VERSION'));
    await chown(label, uid, gid);
    for (const file of ['postmaster.pid', 'postmaster.opts'])
      await rm(join(copy, file), { force: true });
  } finally {
    await session.end();
  }
}

/** Puts a backup where a Florin is going to start. */
export async function restoreBackup(folder: string, dataDir: string): Promise<void> {
  await copyFiles(`${folder}/.`, dataDir);
}

/** With owners and modes. Files that vanish meanwhile are none that a backup needs. */
async function copyFiles(from: string, to: string): Promise<void> {
  await run('cp', ['--archive', from, to]).catch((error: { stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n');
    if (!lines.every((line) => line.includes('No such file or directory'))) throw error;
  });
}
