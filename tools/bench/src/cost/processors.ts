import { readdir, readFile } from 'node:fs/promises';

const NS_PER_US = 1_000;
/** Unit of times in `stat` on every Linux machine. */
const US_PER_TICK = 10_000;
/** Fields after the name in `stat`: user and system time, own and of ended children. */
const TIMES = { from: 11, to: 15 };

/**
 * Microseconds of processor time of a process's threads so far; 0 for an ended process. Only Linux
 * reports it so exactly (`schedstat`).
 */
export async function processorUsOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const used = threads.map(async (thread) => {
    const text = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0');
    return Number(text.split(' ', 1)[0]) / NS_PER_US;
  });
  return (await Promise.all(used)).reduce((sum, us) => sum + us, 0);
}

/** The parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  const [, parent] = await readStat(pid);
  return Number(parent);
}

/**
 * Microseconds of processor time of a process and its children so far, ended ones included. Less
 * exact than `processorUsOf`.
 */
export async function familyUsOf(pid: number): Promise<number> {
  const family = [pid, ...(await childrenOf(pid))];
  const used = family.map(async (member) => {
    // A child that has just ended is counted with its parent from the next reading on.
    const times = (await readStat(member).catch(() => [])).slice(TIMES.from, TIMES.to);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) * US_PER_TICK;
  });
  return (await Promise.all(used)).reduce((sum, us) => sum + us, 0);
}

async function readStat(pid: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name comes first, in parentheses, and may contain blanks.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

export type Used = ReadonlyMap<number, number>;

export async function readUsed(pids: Iterable<number>): Promise<Used> {
  return new Map(
    await Promise.all([...pids].map(async (pid) => [pid, await processorUsOf(pid)] as const)),
  );
}
