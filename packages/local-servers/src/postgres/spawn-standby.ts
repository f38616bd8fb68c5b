import type { RunningServer } from '../running-server.ts';
import { addFile, copyCluster } from './copy-cluster.ts';
import { type PostgresOptions, spawnPostgres } from './spawn-postgres.ts';

export interface StandbyOptions extends Pick<PostgresOptions, 'port' | 'signal'> {
  /** Superuser's URL of the primary. */
  readonly primaryUrl: string;
  /** Data folder of the primary. */
  readonly source: string;
  /** Data folder of the standby, which must not exist yet. */
  readonly folder: string;
}

/** Copies a running Postgres and starts the copy as its streaming standby. */
export async function spawnStandby(options: StandbyOptions): Promise<RunningServer> {
  const { primaryUrl, source, folder } = options;
  await copyCluster(primaryUrl, source, folder);
  await addFile(folder, 'standby.signal', '');
  return respawnStandby(options);
}

/** Restarts a standby that has stopped. */
export function respawnStandby({
  primaryUrl,
  folder,
  ...options
}: Omit<StandbyOptions, 'source'>): Promise<RunningServer> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const known = decodeURIComponent(password);
  const settings = {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password='${known}'`,
    // Reconnects soon after a lost connection.
    wal_retrieve_retry_interval: '100ms',
  };
  return spawnPostgres({ ...options, dataDir: folder, password: known, settings });
}
