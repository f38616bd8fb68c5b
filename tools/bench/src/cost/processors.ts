import { readdir, readFile } from 'node:fs/promises';

const NS_PER_US = 1_000;

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
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Its name comes before, in parentheses, and may have blanks in it.
  const [, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(parent);
}

export type Used = ReadonlyMap<number, number>;

export async function readUsed(pids: Iterable<number>): Promise<Used> {
  return new Map(
    await Promise.all([...pids].map(async (pid) => [pid, await processorUsOf(pid)] as const)),
  );
}
