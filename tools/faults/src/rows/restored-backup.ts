import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { restoreBackup, takeBackup } from '../florin/base-backup.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { auditAnother } from './another-florin.ts';
import { openHolders } from './money.ts';
import { startTraffic, startUsualTraffic } from './traffic.ts';

export const restoredBackup: LiveRow = {
  id: 'F25',
  fault: 'A base backup is taken under traffic, and another Florin is started on it',
  holds: 'All writes acknowledged before the backup are there, and the books balance',
  control: 'a backup that began earlier than it says',
  figures: ['lost', 'duplicate', 'imbalance', 'product audit', 'events missing'],
  florin: {},

  async run(run) {
    const writes = run.count({ short: 300, full: 20_000 });
    const backup = join(run.folder, 'backup');
    if (run.isControl) await takeBackup(run.florin, backup);
    const before = await startUsualTraffic(run);
    await before.untilWritten(writes);
    await before.end();
    run.progress(1, 3);
    if (!run.isControl) await backUpUnderTraffic(run, backup);
    run.progress(2, 3);
    const { violations, details, judgement, seconds } = await auditAnother(
      run,
      (dataDir) => restoreBackup(backup, dataDir),
      async () => undefined,
    );
    return {
      violations,
      details,
      of: `${judgement.acknowledged} acknowledged writes, restored and started in ${seconds} s`,
    };
  },
};

/** Writes during the backup may be in it or not, and have separate journals. */
async function backUpUnderTraffic(run: LiveRun, backup: string): Promise<void> {
  const folder = join(run.folder, 'meanwhile');
  await mkdir(folder);
  const holders = await openHolders(run, 4, 10_000);
  const traffic = await startTraffic(
    { ...run, folder },
    { clients: 8, holders, name: 'meanwhile' },
  );
  await traffic.untilWritten(100);
  await takeBackup(run.florin, backup);
  await traffic.untilWritten(100);
  await traffic.end();
}
