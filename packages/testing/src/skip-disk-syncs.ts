import { queryOnce } from '@florin/system-kit';

/**
 * What was written is synced to the disk for a machine that loses power; a process that is killed
 * loses nothing without. Tests take a third of the time, most of all where the disk is busy.
 */
export const WITHOUT_DISK_SYNCS = { fsync: 'off', full_page_writes: 'off' } as const;

/** Of a Postgres that runs. */
export async function skipDiskSyncs(connectionString: string): Promise<void> {
  for (const [name, value] of Object.entries(WITHOUT_DISK_SYNCS))
    await queryOnce(connectionString, `alter system set ${name} = ${value}`);
  await queryOnce(connectionString, 'select pg_reload_conf()');
}
