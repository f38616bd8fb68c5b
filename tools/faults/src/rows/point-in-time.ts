import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeBackup } from '../florin/base-backup.ts';
import { archiveUntilNow, keepIn, recover, startArchiving } from '../florin/wal-archive.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { auditAnother } from './another-florin.ts';
import { openHolders } from './money.ts';
import { startTraffic, startUsualTraffic } from './traffic.ts';

/** WAL is archived after this time even if a segment is not full. */
const ARCHIVE_TIMEOUT_S = 2;

export const pointInTime: LiveRow = {
  id: 'F41',
  fault:
    'A base backup under traffic, more traffic, a chosen time, and more traffic; Postgres is killed, and another Florin recovers to that time from the WAL archive, with an empty NATS',
  holds: 'All writes acknowledged before that time are there, none of later, and the books balance',
  control: 'an archive that stores nothing',
  figures: ['lost', 'duplicate', 'imbalance', 'product audit', 'events missing', 'of after'],
  florin: {},

  async run(run) {
    const writes = run.count({ short: 300, full: 20_000 });
    const backup = join(run.folder, 'backup');
    // A folder that the user of Postgres can read.
    const archive = join(run.florin.dataDir, run.isControl ? 'no-archive' : 'archive');
    await startArchiving(run.florin, archive, {
      command: run.isControl ? 'true' : keepIn(archive),
      timeoutS: ARCHIVE_TIMEOUT_S,
    });
    const traffic = await startUsualTraffic(run);
    await traffic.untilWritten(writes / 2);
    await takeBackup(run.florin, backup);
    run.progress(1, 4);
    await traffic.untilWritten(writes / 2);
    await traffic.end();
    const instant = await archiveUntilNow(run.florin);
    run.progress(2, 4);
    const behind = await writeOn(run);
    run.florin.processes.kill([run.florin.processes.get('postgres')]);
    run.progress(3, 4);
    return recoverAndAudit(run, { backup, archive, instant, behind });
  },
};

/** Writes that must not be restored, with separate journals; returns the archive's lag. */
async function writeOn(run: LiveRun): Promise<number> {
  const folder = join(run.folder, 'after');
  await mkdir(folder);
  const holders = await openHolders(run, 2, 10_000);
  const name = afterOf(run);
  const traffic = await startTraffic({ ...run, folder }, { clients: 4, holders, name });
  await traffic.untilWritten(50);
  await pause(2 * ARCHIVE_TIMEOUT_S * 1_000);
  const [row] = await run.florin.sql<{ behind: number }>(
    `select extract(epoch from clock_timestamp() - last_archived_time)::float8 as behind
       from pg_stat_archiver`,
  );
  await traffic.end();
  return row?.behind ?? Number.POSITIVE_INFINITY;
}

/** Both runs write to the same Florin. */
function afterOf({ isControl }: LiveRun): string {
  return isControl ? 'after-control' : 'after-sound';
}

interface Kept {
  readonly backup: string;
  readonly archive: string;
  readonly instant: string;
  readonly behind: number;
}

async function recoverAndAudit(run: LiveRun, { backup, archive, instant, behind }: Kept) {
  const { violations, details, judgement, seconds, seen } = await auditAnother(
    run,
    // Without an archive, Postgres refuses to end before the instant: use the backup alone.
    (dataDir) => recover(backup, archive, dataDir, run.isControl ? undefined : instant),
    ({ sql }) =>
      sql<{ count: bigint }>(`select count(*) from ledger.transactions where reference like $1`, [
        `${afterOf(run)}-%`,
      ]),
  );
  return {
    violations: { ...violations, 'of after': Number(seen[0]?.count ?? 0) },
    details,
    of: `${judgement.acknowledged} acknowledged writes, recovered and started in ${seconds} s, the archive ${behind.toFixed(1)} s behind when Postgres was killed`,
  };
}
