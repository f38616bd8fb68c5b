import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Holder } from '../../clients/people.ts';
import type { FlorinStandby } from '../../florin/standby.ts';
import type { LiveRun } from '../../row.ts';
import { readOnly } from './readers.ts';

const IDLE_MS = 3_000;
/** Longer than the retry interval of a standby. */
const SETTLE_MS = 1_500;

/** Processor time of the primary for reads, with a standby and without, in words. */
export async function measureCosts(
  { florin, count }: LiveRun,
  urls: readonly string[],
  holders: readonly Holder[],
  standby: FlorinStandby,
): Promise<string> {
  if (!existsSync('/proc/self/stat')) return 'no processor times here';
  const reads = count({ short: 2_000, full: 20_000 });
  const primary = florin.processes.get('postgres').pid;
  const idleFrom = processorMs(primary);
  await pause(IDLE_MS);
  const idle = (processorMs(primary) - idleFrom) / IDLE_MS;
  const cost = async (consistency?: string) => {
    const [from, startedAt] = [processorMs(primary), performance.now()];
    await readOnly(urls, holders, reads, consistency);
    const spent = processorMs(primary) - from - idle * (performance.now() - startedAt);
    return Math.max(0, Math.round((spent / reads) * 1_000));
  };
  await readOnly(urls, holders, reads / 10, undefined);
  const asOfNow = await cost();
  const [row] = await florin.sql<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
  const byToken = await cost(`ledger=${row?.at}`);
  await standby.kill();
  await pause(SETTLE_MS);
  const alone = await cost();
  await standby.startAgain();
  return `${reads} reads each took of the primary's processors ${alone} µs without a standby, ${asOfNow} µs with one, ${byToken} µs with a token`;
}

const TICK_MS = 10;

/** Processor time of a process and its children, ended ones included. */
function processorMs(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = fieldsOf(name);
    if (fields === undefined) continue;
    const [, parent, ...rest] = fields;
    const own = Number(rest[9]) + Number(rest[10]);
    if (Number(name) === pid) ticks += own + Number(rest[11]) + Number(rest[12]);
    else if (Number(parent) === pid) ticks += own;
  }
  return ticks * TICK_MS;
}

/** After the program name, which may contain anything: state, parent and so on (proc(5)). */
function fieldsOf(name: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
