import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const FREE_BYTES_MIN = 6 * 1_024 ** 3;

/**
 * Parent folder of throwaway data: in memory if 6 GiB are free, since ext4 needs up to 0.3 s of CPU
 * time to copy a database of 300 files. TMPDIR takes precedence.
 */
export function scratchParent(inMemory = IN_MEMORY, freeBytes = freeBytesIn(inMemory)): string {
  return !process.env.TMPDIR && freeBytes >= FREE_BYTES_MIN ? inMemory : tmpdir();
}

/** Free space of the file system, at most the free memory behind it; 0 if unusable. */
function freeBytesIn(inMemory: string): number {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory());
  } catch {
    return 0;
  }
}
