import { queryOnce } from '@florin/system-kit';

/**
 * Syncs only protect against a power failure, not against a killed process. Test passwords are
 * hashed once instead of 4,096 times.
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
