import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMix, mixes } from '../../../../e2e/versions/mix.ts';
import { spawnStories } from '../../../../e2e/versions/spawn-stories.ts';
import { checkOut, findCommit, type OtherVersion } from '../../../../e2e/versions/worktree.ts';
import { variant } from '../florin/variants.ts';
import type { Outcome, PureRow, Run } from '../row.ts';
import { runStories } from './security/stories.ts';

const root = join(import.meta.dirname, '../../../..');
/** The greatest distance between deployments of teams. */
const COMMITS_BACK = 20;
/** Commits within a change may have an inconsistent lockfile, and are never deployed. */
const COMMITS_BACK_MAX = 40;
const STORIES = {
  short: ['money', 'events'].map((name) => `e2e/stories/${name}.test.ts`),
  full: ['e2e/stories'],
};

const SHOWS_TEXT = variant({
  app: 'ledger',
  module: () => import('../../../../apps/ledger/src/domain/transaction/model.ts'),
  by: () => import('../broken/ledger/transaction.ts'),
});

export const mixedVersions: PureRow = {
  id: 'F24',
  fault:
    'Services of 20 commits ago run beside current ones: the edge first, the edge last, the ledger last (short: one of these, and some stories)',
  holds: 'The stories of the older version pass',
  control: 'a ledger that returns amounts as text',
  figures: ['mixes failed'],
  broken: SHOWS_TEXT,
  skipReason: whyNothingIsBefore,
  run: (run) =>
    run.isControl
      ? runStories({ variants: [SHOWS_TEXT] }, { files: STORIES.short }, true)
      : runOnMixes(run),
};

export function whyNothingIsBefore(): string | undefined {
  return findCommit(`HEAD~${COMMITS_BACK}`) === undefined
    ? `this clone does not have the last ${COMMITS_BACK} commits: fetch its history`
    : undefined;
}

async function runOnMixes({ isFull, progress }: Run): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'florin-versions-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(directory, 0o711);
  const before = checkOutDeployable(join(directory, 'before'));
  const tried = isFull ? mixes : mixes.slice(0, 1);
  const failed: string[] = [];
  try {
    for (const [index, mix] of tried.entries()) {
      const dir = join(directory, `mix-${index}`);
      makeMix(mix, before.dir, root, dir);
      const stories = isFull ? STORIES.full : STORIES.short;
      const [code] = await once(spawnStories(before.dir, dir, stories, 'ignore'), 'exit');
      if (code !== 0) failed.push(mix.title);
      progress(index + 1, tried.length);
    }
  } finally {
    before.remove();
    await rm(directory, { recursive: true, force: true });
  }
  return {
    violations: { 'mixes failed': failed.length },
    details: failed,
    of: `${tried.length} mixes with ${before.commit}`,
  };
}

/** The newest commit that is old enough and can be installed. */
export function checkOutDeployable(dir: string): OtherVersion {
  for (let back = COMMITS_BACK; ; back += 1) {
    try {
      return checkOut(`HEAD~${back}`, dir, () => undefined);
    } catch (error) {
      if (back === COMMITS_BACK_MAX) throw error;
    }
  }
}
