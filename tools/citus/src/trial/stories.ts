import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSharded } from './sharded.ts';

/** Starts a Florin of its own, which would share its shards with that of the others. */
const APART = 'e2e/stories/restarts.test.ts';

export interface Telling {
  readonly root: string;
  readonly native: string;
  readonly folder: string;
  /** All stories where it is empty. */
  readonly files: readonly string[];
  readonly say: (line: string) => void;
}

/** Tells the stories of the whole system with a ledger on shards; the exit code of what has failed. */
export async function tellStories({ files, folder, ...telling }: Telling): Promise<number> {
  if (files.length > 0) return tell({ ...telling, folder }, files);
  const rest = ['e2e/stories', '--exclude', APART];
  const first = await tell({ ...telling, folder: join(folder, 'most') }, rest);
  return (await tell({ ...telling, folder: join(folder, 'apart') }, [APART])) || first;
}

async function tell(
  { root, native, folder, say }: Omit<Telling, 'files'>,
  told: readonly string[],
): Promise<number> {
  const sharded = await startSharded(native, folder, say);
  try {
    const child = spawn(
      process.execPath,
      ['scripts/bootstrap.mjs', 'test', '--project', 'e2e', ...told],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          LEDGER_SHARD_URLS: sharded.shardUrls.join(' '),
          FLORIN_E2E_OWN_DATABASE_URL: sharded.cluster.coordinator.url,
        },
      },
    );
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    await sharded.stop();
  }
}
