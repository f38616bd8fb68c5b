import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/**
 * A base backup with the low-level API, since the npm package has no pg_basebackup: the files, the
 * WAL that makes them consistent, and the backup label.
 * @param url superuser's URL
 */
export async function copyCluster(url: string, source: string, copy: string): Promise<void> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    await session.query(`select pg_backup_start('florin', true)`);
    await copyFiles(source, copy);
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await rm(join(copy, 'pg_wal'), { recursive: true });
    await copyFiles(join(source, 'pg_wal'), join(copy, 'pg_wal'));
    await addFile(copy, 'backup_label', rows[0]?.labelfile ?? '');
    for (const file of ['postmaster.pid', 'postmaster.opts'])
      await rm(join(copy, file), { force: true });
  } finally {
    await session.end();
  }
}

/** Writes a file with the owner of the cluster, which as root is another user. */
export async function addFile(cluster: string, name: string, text: string): Promise<void> {
  const path = join(cluster, name);
  await writeFile(path, text);
  const { uid, gid } = await stat(join(cluster, 'PG_VERSION'));
  await chown(path, uid, gid);
}

/** Preserves owners and modes. Ignores files that vanish meanwhile, which no backup needs. */
export async function copyFiles(from: string, to: string): Promise<void> {
  await run('cp', ['--archive', from, to]).catch((error: { stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n');
    if (!lines.every((line) => line.includes('No such file or directory'))) throw error;
  });
}
