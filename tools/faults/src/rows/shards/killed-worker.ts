import { setTimeout as pause } from 'node:timers/promises';
import { promote, type Worker } from '@florin/citus/src/cluster/cluster.ts';
import { queryOnce } from '@florin/system-kit';
import type { PureRow } from '../../row.ts';
import { skipReasonOfShards } from './florin-on-shards.ts';
import { underLoad } from './under-load.ts';

/** In the control, the worker answers without its standby until then. */
const UNFOLLOWED_MS = 1_000;

export const killedWorker: PureRow = {
  id: 'F60',
  fault:
    'The ledger on six shards of three Citus workers; one worker is killed with its sessions, and its standby takes over, under clients of all shards',
  holds:
    'Clients of its shards get a retryable error within 3 s and continue, clients of other shards are not affected, and nothing is lost or done twice',
  control: 'an asynchronous standby that lost its worker a second before',
  figures: ['lost', 'double', 'imbalance', 'without event', 'failed', 'others refused'],
  isTimed: true,
  isHeavy: true,
  skipReason: skipReasonOfShards,

  run: ({ isControl }) =>
    underLoad(async ({ sharded }) => {
      const [worker] = sharded.cluster.workers;
      if (worker?.standby === undefined) throw new Error('there is no worker with a standby');
      const concerned = await sharded.on(worker);
      if (isControl) await unfollow(worker);
      const beganAt = performance.now();
      process.kill(worker.server.pid, 'SIGQUIT');
      await promote(sharded.cluster, worker);
      sharded.addressOf(worker).leadTo(worker.standby.port);
      const ms = Math.round(performance.now() - beganAt);
      return { concerned, mayRefuse: true, note: `1 kill, promoted after ${ms} ms` };
    }),
};

async function unfollow({ server, standby }: Worker): Promise<void> {
  await queryOnce(server.url, `alter system set synchronous_standby_names = ''`);
  await queryOnce(server.url, 'select pg_reload_conf()');
  if (standby === undefined) return;
  await queryOnce(standby.url, `alter system set primary_conninfo = ''`);
  await queryOnce(standby.url, 'select pg_reload_conf()');
  await pause(UNFOLLOWED_MS);
}
