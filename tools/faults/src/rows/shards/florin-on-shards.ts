import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { builtIn } from '@florin/citus/src/cluster/build.ts';
import { type Sharded, startSharded } from '@florin/citus/src/trial/sharded.ts';
import { type RunningFlorin, startFlorin, TEST_SETTINGS } from '@florin/system-kit';
import { makePeople, type People } from '../../clients/people.ts';

const root = join(import.meta.dirname, '../../../../..');
const native = builtIn(join(root, '.tools/citus'));

/** A whole Florin whose ledger uses a Citus coordinator and three workers, each with a standby. */
export interface FlorinOnShards {
  readonly florin: RunningFlorin;
  readonly sharded: Sharded;
  readonly people: People;
}

/** Why none can run here. */
export function skipReasonOfShards(): string | undefined {
  return native === undefined ? 'Citus is not built here: npm run citus -- build' : undefined;
}

export async function withFlorinOnShards<Result>(
  work: (parts: FlorinOnShards) => Promise<Result>,
): Promise<Result> {
  if (native === undefined) throw new Error(skipReasonOfShards());
  await mkdir(join(root, '.florin'), { recursive: true, mode: 0o711 });
  const folder = await mkdtemp(join(root, '.florin/citus-'));
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const sharded = await startSharded(native, folder, () => undefined);
    ends.unshift(sharded.stop);
    const florin = await startFlorin({
      name: 'shards',
      logFile: join(folder, 'output.log'),
      settings: { ...TEST_SETTINGS, LEDGER_SHARD_URLS: sharded.shardUrls.join(' ') },
    });
    ends.unshift(florin.stop);
    return await work({ florin, sharded, people: makePeople(florin.url) });
  } finally {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
