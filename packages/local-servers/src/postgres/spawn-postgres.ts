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
  /** Made and filled when it is not there yet. */
  readonly dataDir: string;
  readonly port: number;
  /** Of the superuser `postgres`; taken when the data is first made. */
  readonly password: string;
  /** The folder with `bin/postgres` of a build before 17; the one that comes by npm unless it is said. */
  readonly native?: string;
  /** Besides those that it always has. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress?: OnProgress;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunningPostgres extends RunningServer {
  /** For whoever runs on this machine: by a socket of the file system, where there can be one. */
  readonly localUrl: string;
}

const fastStopMs = 8_000;
const attemptsMax = 20;
const betweenAttemptsMs = 500;
/** Sessions of a Postgres that was killed notice that within seconds; until then it says this. */
const stillInUse = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/** Starts a real Postgres on 127.0.0.1 with durable writes; resolves when it accepts connections. */
export async function spawnPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, port, password, settings, signal, onProgress = () => undefined } = options;
  const place = await placeData(dataDir);
  const native = options.native ?? (await findBinaries(place.user, onProgress));
  if (!isInitialised(place.folder)) {
    onProgress('making a new database');
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

/** Sockets in a folder that others share would collide with those of another copy. */
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
    // PGPORT and the like of the person who starts this must not reach it.
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A Ctrl-C in the terminal is for the launcher, which stops Postgres last.
    detached: true,
  });
  // Without a listener a failed spawn would end this process; `isReady` reports it.
  child.on('error', () => undefined);
  return child;
}
