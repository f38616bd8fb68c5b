import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const FREE_BYTES_MIN = 6 * 1_024 ** 3;

/**
 * Parent folder for throwaway data: in memory where 6 GiB are free, since ext4 without a journal needs up
 * to 0.3 s of processor time to copy a database of 300 files. TMPDIR, if set, takes precedence.
 */
export function scratchParent(inMemory = IN_MEMORY, freeBytes = freeBytesIn(inMemory)): string {
  return !process.env.TMPDIR && freeBytes >= FREE_BYTES_MIN ? inMemory : tmpdir();
}

/** Free space of both the file system and the memory behind it; 0 for a folder that cannot be used. */
function freeBytesIn(inMemory: string): number {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory());
  } catch {
    return 0;
  }
}
