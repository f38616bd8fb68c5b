import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  freePort,
  placeData,
  type RunningServer,
  runProgram,
  spawnPostgres,
} from '@florin/local-servers';
import { NODE_SETTINGS } from './node.ts';
import { ask } from './sql.ts';

const CONNECT_MS_MAX = 20_000;
const POLL_MS = 50;

/**
 * A copy of a running node that follows it by streaming. From when this resolves, the node answers a
 * commit only once its standby has it too.
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
  // Behind the copy, which would wait for a standby of its own otherwise.
  await ask(primary.url, `alter system set synchronous_standby_names = '*'`);
  await ask(primary.url, 'select pg_reload_conf()');
  return standby;
}

async function untilFollowed(url: string): Promise<void> {
  const endsAt = performance.now() + CONNECT_MS_MAX;
  for (;;) {
    const rows = await ask(url, `select from pg_stat_replication where state = 'streaming'`);
    if (rows.length > 0) return;
    if (performance.now() > endsAt) throw new Error('the standby does not follow its node');
    await pause(POLL_MS);
  }
}
