import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the closing parenthesis of the command. */
const stateField = 0;
const startTimeField = 19;

/**
 * Start time of a process as opaque text; undefined if it does not exist. Process numbers are
 * reused, so a number alone does not identify a process.
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
  // The command is in parentheses, and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie waits for its parent, which in a container may take forever.
  return fields[stateField] === 'Z' ? undefined : fields[startTimeField];
}

function startFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}
