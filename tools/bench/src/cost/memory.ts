import { readFile } from 'node:fs/promises';

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
const BYTES_PER_KB = 1_024;
const BYTES_PER_MB = 1_000_000;

/** Resident memory of a process in MB, shared pages included; Linux. */
export async function residentMbOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(RESIDENT.exec(text)?.[1]) * BYTES_PER_KB) / BYTES_PER_MB;
}
