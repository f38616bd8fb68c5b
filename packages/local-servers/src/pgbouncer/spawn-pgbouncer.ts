import { spawn } from 'node:child_process';
import { chown, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { keepLastLines } from '../last-lines.ts';
import { chooseUser } from '../postgres/run-as.ts';
import type { OnProgress } from '../running-server.ts';
import { hasExited, stopChild } from '../stop-child.ts';
import { findPgbouncer } from './find-pgbouncer.ts';

export interface PgbouncerOptions {
  /** Folder of its configuration; created if missing. */
  readonly folder: string;
  /** Port of Postgres on 127.0.0.1. */
  readonly postgresPort: number;
  /** Passwords by role, for checking clients and for its own logins. */
  readonly passwords: Readonly<Record<string, string>>;
  /** Postgres sessions per role. Far fewer than clients, so that sessions are shared. */
  readonly sessionsMax: number;
  readonly onProgress: OnProgress;
}

const DEPLOYED = join(import.meta.dirname, '../../../../deploy/pgbouncer.ini');
const UP_MS_MAX = 5_000;
const STOP_MS_MAX = 5_000;

/**
 * Starts PgBouncer with `deploy/pgbouncer.ini` for a Postgres; undefined if it is not available.
 */
export async function spawnPgbouncer(options: PgbouncerOptions) {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await realpath(options.folder);
  // Like Postgres, it refuses to run as root.
  const user = await chooseUser(folder);
  const found = await findPgbouncer(user, options.onProgress);
  if (found === undefined) return undefined;
  const port = await freePort();
  const files = {
    'users.txt': usersOf(options.passwords),
    'pgbouncer.ini': await configOf(options, { folder, port }),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (user) await chown(join(folder, name), user.uid, user.gid);
  }
  if (user) await chown(folder, user.uid, user.gid);
  const child = spawn(found.path, [join(folder, 'pgbouncer.ini')], {
    ...user,
    cwd: '/',
    env: found.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.on('error', () => undefined);
  const lastLines = keepLastLines(child);
  const stop = () => stopChild(child, 'SIGINT', STOP_MS_MAX);
  const endsAt = performance.now() + UP_MS_MAX;
  while (!(await accepts(port))) {
    if (!hasExited(child) && performance.now() < endsAt) {
      await sleep(20);
      continue;
    }
    await stop();
    throw new Error(`PgBouncer did not start in ${folder}:\n${lastLines()}`);
  }
  return { port, stop };
}

/** The deployed configuration with local addresses, and more time to connect on a busy machine. */
async function configOf(
  { postgresPort, sessionsMax }: PgbouncerOptions,
  { folder, port }: { readonly folder: string; readonly port: number },
): Promise<string> {
  const settings = {
    florin: `host=127.0.0.1 port=${postgresPort}`,
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_file: join(folder, 'users.txt'),
    default_pool_size: sessionsMax,
    query_wait_timeout: 120,
  };
  const deployed = await readFile(DEPLOYED, 'utf8');
  const moved = Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(text)) throw new Error(`${DEPLOYED} does not set ${name}`);
    return text.replace(line, `${name} = ${value}`);
  }, deployed);
  return moved.replace(/^florin = /m, '* = ');
}

function usersOf(passwords: Readonly<Record<string, string>>): string {
  const lines = Object.entries(passwords).map(([role, password]) => `"${role}" "${password}"\n`);
  return lines.join('');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
