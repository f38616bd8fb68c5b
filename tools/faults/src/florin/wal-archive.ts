import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { restoreBackup } from './base-backup.ts';
import type { Florin } from './start-florin.ts';

const run = promisify(execFile);
const ARCHIVED_MS_MAX = 30_000;

/** Starts archiving the WAL, which restarts Postgres. */
export async function startArchiving(
  { dataDir, processes, sql }: Florin,
  folder: string,
  { command, timeoutS }: { readonly command: string; readonly timeoutS: number },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  // As root, Postgres runs as another user.
  const { uid, gid } = await stat(join(dataDir, 'postgres/PG_VERSION'));
  await chown(folder, uid, gid);
  await sql(`alter system set archive_mode = on`);
  await sql(`alter system set archive_command = ${quote(command)}`);
  await sql(`alter system set archive_timeout = ${timeoutS}`);
  const { pid } = processes.get('postgres');
  process.kill(pid, 'SIGINT');
  while (processes.find('postgres')?.pid === pid) await pause(50);
  const [row] = await sql<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  if (row?.mode !== 'on') throw new Error('Postgres does not archive');
}

/** Renamed once complete, so that an interrupted copy never looks like a segment. */
export function keepIn(folder: string): string {
  const [half, whole] = [`${folder}/%f.half`, `${folder}/%f`];
  return `test ! -f ${whole} && cp %p ${half} && sync ${half} && mv ${half} ${whole}`;
}

/** The current time of Postgres, once the archive has everything written before it. */
export async function archiveUntilNow({ sql }: Florin): Promise<string> {
  const [row] = await sql<{ at: string; segment: string }>(
    // In whole microseconds, as Postgres compares times.
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at,
            pg_walfile_name(pg_current_wal_lsn()) as segment`,
  );
  if (!row) throw new Error('Postgres returned no time');
  // Recovery stops at the first commit after the instant, so one must exist.
  await sql('create table if not exists public.recovery_mark ()');
  await sql('select pg_switch_wal()');
  const endsAt = performance.now() + ARCHIVED_MS_MAX;
  while (performance.now() < endsAt) {
    const [archived] = await sql<{ done: boolean }>(
      `select last_archived_wal >= $1 as done from pg_stat_archiver`,
      [row.segment],
    );
    if (archived?.done) return row.at;
    await pause(50);
  }
  throw new Error(`the archive had no ${row.segment} after ${ARCHIVED_MS_MAX / 1_000} s`);
}

/** Restores a base backup and the archive for a Florin that starts as of an instant. */
export async function recover(
  backup: string,
  archive: string,
  dataDir: string,
  until: string | undefined,
): Promise<void> {
  await restoreBackup(backup, dataDir);
  const postgres = join(dataDir, 'postgres');
  // WAL from the backup must not replace segments that the archive has to provide.
  for (const name of await readdir(join(postgres, 'pg_wal')))
    if (until !== undefined && name !== 'archive_status')
      await rm(join(postgres, 'pg_wal', name), { recursive: true });
  const settings = {
    archive_mode: 'off',
    // No connections before recovery has finished.
    hot_standby: 'off',
    restore_command: quote(`cp ${archive}/%f %p`),
    ...(until && { recovery_target_time: quote(until) }),
    recovery_target_action: 'promote',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await appendFile(join(postgres, 'postgresql.auto.conf'), lines.join(''));
  await writeFile(join(postgres, 'recovery.signal'), '');
  const { uid, gid } = await stat(join(postgres, 'PG_VERSION'));
  await run('chown', ['-R', `${uid}:${gid}`, postgres]);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
