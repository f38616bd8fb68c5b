import { execFile, spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MEGABYTE = 1_048_576;
/** Room for a new Postgres, a NATS and some thousand transactions. */
const SIZE_MB = 400;

/** Whether this user may mount a separate disk on this machine. */
export function mayMount(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

/** Mounts a small disk as data folder; resolves with a function that unmounts it. */
export async function mountSmallDisk(dataDir: string): Promise<() => Promise<void>> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=711`, 'tmpfs', dataDir]);
  return async () => {
    await run('umount', ['--lazy', dataDir]);
  };
}

/** Fills the disk completely. */
export async function fillDisk(dataDir: string): Promise<void> {
  const ballast = await open(ballastOf(dataDir), 'a');
  try {
    for (const size of [MEGABYTE, 4_096]) await fillWith(ballast, Buffer.alloc(size));
  } finally {
    await ballast.close();
  }
}

async function fillWith(
  ballast: { readonly write: (bytes: Buffer) => Promise<unknown> },
  bytes: Buffer,
): Promise<void> {
  try {
    for (;;) await ballast.write(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

export async function freeDisk(dataDir: string): Promise<void> {
  await rm(ballastOf(dataDir), { force: true });
}

function ballastOf(dataDir: string): string {
  return join(dataDir, 'ballast');
}
