import { join } from 'node:path';
import {
  freePort,
  placeData,
  type RunningServer,
  runProgram,
  spawnPostgres,
} from '@florin/local-servers';
import { queryOnce, until } from '@florin/system-kit';
import { NODE_SETTINGS } from './node.ts';

const CONNECT_MS_MAX = 20_000;

/**
 * A streaming copy of a running node. From then on, the node confirms a commit only once its
 * standby has it.
 */
export async function startStandby(
  native: string,
  primary: RunningServer,
  dataDir: string,
): Promise<RunningServer> {
  const { folder, user } = await placeData(dataDir);
  const { port, password } = new URL(primary.url);
  await runProgram(
    join(native, 'bin/pg_basebackup'),
    [
      ...['--pgdata', folder, '--write-recovery-conf', '--checkpoint=fast', '--wal-method=stream'],
      ...['--host', '127.0.0.1', '--port', port, '--username', 'postgres'],
    ],
    { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', PGPASSWORD: password } },
  );
  const standby = await spawnPostgres({
    ...{ native, dataDir, password, port: await freePort(), settings: NODE_SETTINGS },
  });
  await untilFollowed(primary.url);
  // Set after the copy, which would otherwise wait for a standby of its own.
  await queryOnce(primary.url, `alter system set synchronous_standby_names = '*'`);
  await queryOnce(primary.url, 'select pg_reload_conf()');
  return standby;
}

async function untilFollowed(url: string): Promise<void> {
  const streaming = `select from pg_stat_replication where state = 'streaming'`;
  const isFollowed = async () => (await queryOnce(url, streaming)).length > 0;
  await until('following the node', isFollowed, CONNECT_MS_MAX);
}
