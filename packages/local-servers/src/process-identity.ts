import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** In /proc/<pid>/stat, counted from the field after the command's closing bracket. */
const stateField = 0;
const startTimeField = 19;

/**
 * When this process started, as a text to compare, or undefined when there is none. Process
 * numbers are used again, so a number alone does not name a process over time.
 */
export function startOfProcess(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The command stands in brackets and may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie only waits for its parent to notice, which in a container may be never.
  return fields[stateField] === 'Z' ? undefined : fields[startTimeField];
}

function startFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}
