import type { RunningServer } from '../running-server.ts';
import { addFile, copyCluster } from './copy-cluster.ts';
import { type PostgresOptions, spawnPostgres } from './spawn-postgres.ts';

export interface StandbyOptions extends Pick<PostgresOptions, 'port' | 'signal'> {
  /** Of the primary, as superuser. */
  readonly primaryUrl: string;
  /** Where the primary keeps its files. */
  readonly source: string;
  /** Where its own are to be; nothing may be there yet. */
  readonly folder: string;
}

/** Copies a running Postgres and starts the copy as its standby, which follows it by streaming. */
export async function spawnStandby(options: StandbyOptions): Promise<RunningServer> {
  const { primaryUrl, source, folder } = options;
  await copyCluster(primaryUrl, source, folder);
  await addFile(folder, 'standby.signal', '');
  return respawnStandby(options);
}

/** Starts one again that has ended. */
export function respawnStandby({
  primaryUrl,
  folder,
  ...options
}: Omit<StandbyOptions, 'source'>): Promise<RunningServer> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const known = decodeURIComponent(password);
  const settings = {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password='${known}'`,
    // What it has lost touch with is asked for again soon.
    wal_retrieve_retry_interval: '100ms',
  };
  return spawnPostgres({ ...options, dataDir: folder, password: known, settings });
}
