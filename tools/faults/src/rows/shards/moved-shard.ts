import { moveShard } from '@florin/citus/src/shards/move.ts';
import type { PureRow } from '../../row.ts';
import { skipReasonOfShards } from './florin-on-shards.ts';
import { underLoad } from './under-load.ts';

export const movedShard: PureRow = {
  id: 'F61',
  fault:
    'The ledger on six shards of three Citus workers; a shard moves to another worker under clients of all shards',
  holds: 'No request fails, nothing is lost or done twice, and every event is published',
  control: 'a move that does not transfer the positions of events',
  figures: ['lost', 'double', 'imbalance', 'without event', 'failed', 'others refused'],
  isTimed: true,
  isHeavy: true,
  skipReason: skipReasonOfShards,

  run: ({ isControl }) =>
    underLoad(async ({ sharded }) => {
      const { coordinator, workers } = sharded.cluster;
      const [from, to] = workers;
      if (!from || !to) throw new Error('there are no two workers');
      const [index] = await sharded.on(from);
      const shard = index === undefined ? undefined : sharded.shards[index];
      if (index === undefined || shard === undefined) throw new Error('the worker has no shard');
      const beganAt = performance.now();
      await moveShard(
        coordinator.url,
        { shard, from: from.server.url, to: to.server.url },
        isControl ? { handOn: async () => undefined } : undefined,
      );
      const ms = Math.round(performance.now() - beganAt);
      return { concerned: [index], mayRefuse: false, note: `1 move, of ${ms} ms` };
    }),
};
