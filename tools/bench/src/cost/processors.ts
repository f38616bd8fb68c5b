import { readdir, readFile } from 'node:fs/promises';

const NS_PER_US = 1_000;
/** Of `stat`, by which Linux counts whatever the machine. */
const US_PER_TICK = 10_000;
/** Behind the name in `stat`: user and system time, of itself and of its children that are gone. */
const TIMES = { from: 11, to: 15 };

/**
 * Microseconds of processor that the threads of a process have used so far; 0 of one that is gone.
 * Linux alone tells it so exactly (`schedstat`); elsewhere there is nothing to read.
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

/** Whose child a process is. */
export async function parentOf(pid: number): Promise<number> {
  const [, parent] = await readStat(pid);
  return Number(parent);
}

/**
 * Microseconds of processor that a process and its children have used so far, those that are gone
 * among them. It is less exact than `processorUsOf`.
 */
export async function familyUsOf(pid: number): Promise<number> {
  const family = [pid, ...(await childrenOf(pid))];
  const used = family.map(async (member) => {
    // One that has just gone is counted with its parent from the next time on.
    const times = (await readStat(member).catch(() => [])).slice(TIMES.from, TIMES.to);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) * US_PER_TICK;
  });
  return (await Promise.all(used)).reduce((sum, us) => sum + us, 0);
}

async function readStat(pid: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Its name comes before, in parentheses, and may have blanks in it.
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
