import { lstatSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const BLOCK_BYTES = 512;

export interface Processors {
  readonly busy: number;
  readonly all: number;
}

/** Milliseconds of all processors so far. */
export function readProcessors(): Processors {
  let busy = 0;
  let all = 0;
  for (const { times } of cpus()) {
    const { idle, ...others } = times;
    const worked = Object.values(others).reduce((sum, ms) => sum + ms, 0);
    busy += worked;
    all += worked + idle;
  }
  return { busy, all };
}

/** Disk usage of a folder, whose files may change meanwhile. */
export function diskBytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.blocks ?? 0) * BLOCK_BYTES, 0);
}
