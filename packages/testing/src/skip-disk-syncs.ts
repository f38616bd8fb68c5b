import { queryOnce } from '@florin/system-kit';

/**
 * Syncs protect against a loss of power only; a killed process loses nothing without them. Passwords
 * made for a test are hashed once instead of 4,096 times.
 */
export const WITHOUT_DISK_SYNCS = {
  fsync: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
} as const;

/** Applies the settings to a running Postgres. */
export async function skipDiskSyncs(connectionString: string): Promise<void> {
  for (const [name, value] of Object.entries(WITHOUT_DISK_SYNCS))
    await queryOnce(connectionString, `alter system set ${name} = ${value}`);
  await queryOnce(connectionString, 'select pg_reload_conf()');
}
