import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, spawnPostgres } from '@florin/local-servers';

const root = join(import.meta.dirname, '../../..');

const LEAVING = { maxRetries: 20, retryDelay: 250 };

export interface Place {
  readonly folder: string;
  leave(): Promise<void>;
}

/** Not in the system's temporary folder: that may be in memory, where fsync costs nothing. */
export async function choosePlace(isKept: boolean): Promise<Place> {
  const base = join(root, '.florin');
  await mkdir(base, { recursive: true, mode: 0o711 });
  const folder = isKept ? join(base, 'bench-history') : await mkdtemp(join(base, 'bench-'));
  await mkdir(folder, { recursive: true });
  // As root, Postgres runs as another user, who needs access.
  await chmod(folder, 0o711);
  return {
    folder,
    leave: async () => {
      // Processes of a killed Postgres keep writing for a while.
      if (!isKept) await rm(folder, { recursive: true, force: true, ...LEAVING });
    },
  };
}

export interface OwnPostgres {
  readonly folder: string;
  /** In addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
}

/** Runs an action with a Postgres that nothing else uses, and stops it. */
export async function withPostgres<Result>(
  { folder, settings, signal }: OwnPostgres,
  work: (serverUrl: string) => Promise<Result>,
): Promise<Result> {
  const postgres = await spawnPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: await passwordIn(folder),
    ...(settings && { settings }),
    signal,
  });
  try {
    return await work(postgres.localUrl);
  } finally {
    await postgres.stop();
  }
}

/** Stored data needs the password that it was created with. */
async function passwordIn(folder: string): Promise<string> {
  const path = join(folder, 'password');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const password = randomBytes(12).toString('hex');
  await writeFile(path, password, { mode: 0o600 });
  return password;
}
