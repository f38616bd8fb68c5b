import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Environment } from '../io.ts';
import { Mistake } from '../text/failure.ts';

const profileSchema = z.object({
  url: z.string(),
  /** Email of the user; undefined for a key. */
  email: z.string().optional(),
  credentials: z.union([
    z.object({ apiKey: z.string() }),
    z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.number() }),
  ]),
});
const fileSchema = z.object({ profiles: z.record(z.string(), profileSchema) });

/** One login: address and credentials. */
export type Profile = z.output<typeof profileSchema>;

/** Permission bits of group and others. */
const OF_OTHERS = 0o077;
const LOCK_MS = { every: 50, stale: 30_000, max: 35_000 } as const;

/** The file of sessions (XDG Base Directory Specification 0.8). */
export function sessionsFile(env: Environment): string {
  const given = env.XDG_CONFIG_HOME;
  const folder = given?.startsWith('/') ? given : join(env.HOME || homedir(), '.config');
  return join(folder, 'florin/sessions.json');
}

/** @throws Mistake unless the file is valid and private to its owner. */
export function readProfiles(file: string): Readonly<Record<string, Profile>> {
  const text = readOwn(file);
  if (text === undefined) return {};
  const read = fileSchema.safeParse(parse(text));
  if (!read.success)
    throw new Mistake(`${file} is no file of sessions: remove it and log in again`);
  return read.data.profiles;
}

function readOwn(file: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { mode, uid } = fstatSync(handle);
    if ((mode & OF_OTHERS) !== 0)
      throw new Mistake(`others can read ${file}, which has your tokens: chmod 600 ${file}`);
    if (process.getuid !== undefined && uid !== process.getuid())
      throw new Mistake(`${file} belongs to another user: remove it and log in again`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores or deletes one login. The file is replaced atomically. */
export function keepProfile(file: string, name: string, profile: Profile | undefined): void {
  const { [name]: _, ...others } = readProfiles(file);
  const profiles = profile === undefined ? others : { ...others, [name]: profile };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  rmSync(written, { force: true });
  writeFileSync(written, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(written, file);
}

/**
 * Runs exclusively among `florin` processes: a refresh token works once. A dead process's lock
 * expires after half a minute.
 */
export async function withLock<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  const lock = `${file}.lock`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const since = Date.now();
  while (!tryToLock(lock)) {
    if (Date.now() - since > LOCK_MS.max) throw new Mistake(`${lock} does not go away: remove it`);
    await pause(LOCK_MS.every);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryToLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > LOCK_MS.stale) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
