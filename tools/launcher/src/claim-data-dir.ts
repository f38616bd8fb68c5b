import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOfProcess } from '@florin/local-servers';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.int().positive(), start: z.string() });
const attemptsMax = 5;

/**
 * Makes this process the only launcher of a data folder; returns a function that releases it. A
 * killed launcher's claim is void: no process with its id started at that time.
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  // Other users may traverse it, since Postgres can run as another user; the secrets are private.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const path = join(dataDir, 'launcher.json');
  const own = JSON.stringify({ pid: process.pid, start: startOfProcess(process.pid) ?? '' });

  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await place(path, own)) return () => rm(path, { force: true });
    const found = await readFile(path, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder !== undefined && startOfProcess(holder.pid) === holder.start) {
      throw new Error(
        `another Florin (process ${holder.pid}) runs on ${dataDir}: ` +
          'stop it, or set FLORIN_DATA_DIR to another folder.',
      );
    }
    await removeStale(path, found);
  }
  throw new Error(`${path} cannot be claimed; is another Florin starting at this moment?`);
}

/** A link is created atomically, and never replaces an existing one. */
async function place(path: string, own: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, own, { mode: 0o600 });
    await link(temporary, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Two launchers may find the same stale claim; if the faster one has replaced it, its claim is put
 * back.
 */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path);
  } catch {
    // Another launcher removed it first.
  } finally {
    await rm(aside, { force: true });
  }
}

function parse(text: string): z.output<typeof holderSchema> | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
