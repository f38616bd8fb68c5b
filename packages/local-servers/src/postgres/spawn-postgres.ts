import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepLastLines } from '../last-lines.ts';
import type { OnProgress, RunningServer } from '../running-server.ts';
import { stopChild } from '../stop-child.ts';
import { findBinaries } from './binaries.ts';
import { type DataPlace, isInitialised, placeData } from './data-place.ts';
import { initialise } from './initialise.ts';
import { stopLeftover } from './leftover.ts';
import { overSocket, quoteFolder, removeSockets, socketFolderOf } from './sockets.ts';
import { isReady } from './wait-until-ready.ts';

export interface PostgresOptions {
  /** Created and initialized if missing. */
  readonly dataDir: string;
  readonly port: number;
  /** Password of the superuser `postgres`, set when the data is initialized. */
  readonly password: string;
  /** The folder with `bin/postgres` of a build before 17; by default that of the npm package. */
  readonly native?: string;
  /** Additional settings. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress?: OnProgress;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunningPostgres extends RunningServer {
  /** URL for clients on this machine: over a Unix socket if possible. */
  readonly localUrl: string;
}

const fastStopMs = 8_000;
const attemptsMax = 20;
const betweenAttemptsMs = 500;
/** Sessions of a killed Postgres exit within seconds. Until then, it fails with this message. */
const stillInUse = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/** Starts a Postgres with durable writes on 127.0.0.1; resolves when it accepts connections. */
export async function spawnPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, port, password, settings, signal, onProgress = () => undefined } = options;
  const place = await placeData(dataDir);
  const native = options.native ?? (await findBinaries(place.user, onProgress));
  if (!isInitialised(place.folder)) {
    onProgress('creating a new database');
    await initialise(native, place, password, options.native === undefined ? undefined : []);
  }

  const socketFolder = socketFolderOf(place.folder);
  for (let attempt = 1; ; attempt += 1) {
    await stopLeftover(place.folder);
    await removeSockets(place.folder);
    const child = launch(native, place, { ...settings, ...listening(port, socketFolder) });
    const lastLines = keepLastLines(child);
    if ((await isReady(child, place.folder, signal)) && child.pid !== undefined) {
      const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
      return {
        url,
        localUrl: overSocket(url, socketFolder),
        port,
        pid: child.pid,
        child,
        stop: () => stopChild(child, 'SIGINT', fastStopMs),
      };
    }
    await stopChild(child, 'SIGQUIT', fastStopMs);
    signal?.throwIfAborted();
    if (attempt === attemptsMax || !stillInUse.test(lastLines())) {
      throw new Error(`Postgres did not start on ${place.folder}:\n${lastLines()}`);
    }
    await sleep(betweenAttemptsMs);
  }
}

/** Sockets in a shared folder would collide with those of another copy. */
function listening(port: number, socketFolder: string | undefined) {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: quoteFolder(socketFolder),
    unix_socket_permissions: '0700',
  };
}

function launch(
  native: string,
  { folder, user }: DataPlace,
  given: Readonly<Record<string, string>>,
): ChildProcess {
  const settings = {
    ...given,
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    log_checkpoints: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(native, 'bin/postgres'), ['-D', folder, ...flags], {
    ...user,
    cwd: '/',
    // Not the user's PGPORT and the like.
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not for Ctrl-C in the terminal: the launcher stops Postgres last.
    detached: true,
  });
  // Without a listener, a failed spawn would crash this process; `isReady` reports it.
  child.on('error', () => undefined);
  return child;
}
