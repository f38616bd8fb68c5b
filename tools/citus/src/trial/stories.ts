import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { APART_SHARDS_VARIABLE } from '../../../../e2e/start-florin.ts';
import { startSharded } from './sharded.ts';

const STORIES = 'e2e/stories';
/** Starts a Florin of its own: on the same shards, two would publish the same events. */
const APART = 'restarts.test.ts';

export interface Trial {
  readonly root: string;
  readonly native: string;
  readonly folder: string;
  /** Empty for all stories. */
  readonly files: readonly string[];
  readonly say: (line: string) => void;
}

/** Runs the stories of the whole system with a sharded ledger; returns the exit code. */
export async function runStories({ files, folder, ...trial }: Trial): Promise<number> {
  const all = (await readdir(join(trial.root, STORIES)))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(STORIES, file));
  const chosen = files.length > 0 ? files : all;
  const isApart = (file: string) => file.endsWith(APART);
  const parts = [
    { name: 'most', variable: 'LEDGER_SHARD_URLS', files: chosen.filter((file) => !isApart(file)) },
    { name: 'apart', variable: APART_SHARDS_VARIABLE, files: chosen.filter(isApart) },
  ];
  let failed = 0;
  for (const { name, ...part } of parts)
    if (part.files.length > 0)
      failed = Math.max(failed, await run({ ...trial, ...part, folder: join(folder, name) }));
  return failed;
}

async function run({
  root,
  native,
  folder,
  files,
  variable,
  say,
}: Trial & { readonly variable: string }): Promise<number> {
  const sharded = await startSharded(native, folder, say);
  try {
    const child = spawn(
      process.execPath,
      ['scripts/bootstrap.mjs', 'test', '--project', 'e2e', ...files],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          [variable]: sharded.shardUrls.join(' '),
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
