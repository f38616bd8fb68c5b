import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stopLeftover } from './leftover.ts';

const originSuffix = '.origin';

/** Records beside a substitute folder which data folder it belongs to. */
export async function noteOrigin(folder: string, dataDir: string): Promise<void> {
  await sweepOrphans(dirname(folder));
  await writeFile(`${folder}${originSuffix}`, dataDir);
}

/**
 * Deletes substitutes of deleted temporary data folders. A folder missing elsewhere may be on a
 * disk that is not mounted.
 */
async function sweepOrphans(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.endsWith(originSuffix)) continue;
    const note = join(base, name);
    const dataDir = await readFile(note, 'utf8').catch(() => undefined);
    if (dataDir === undefined || !dataDir.startsWith(join(tmpdir(), '/'))) continue;
    if (existsSync(dataDir)) continue;
    const folder = note.slice(0, -originSuffix.length);
    await stopLeftover(folder);
    await rm(folder, { recursive: true, force: true });
    await rm(note, { force: true });
  }
}
