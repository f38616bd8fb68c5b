import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** As Postgres names the socket of a port, and the file by which it locks that. */
const NAME = '.s.PGSQL.';
/** Of a socket's path, with the zero behind it: 104 on macOS, 108 on Linux (unix(7)). */
const PATH_BYTES_MAX = 103;

/**
 * Where a Postgres listens beside TCP: in its own folder, which nobody else enters. A statement by a socket
 * of the file system costs a quarter less. Undefined where there is none, or the path is too long for one.
 */
export function socketFolderOf(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const longest = Buffer.byteLength(join(folder, `${NAME}65535`));
  return platform === 'win32' || longest > PATH_BYTES_MAX ? undefined : folder;
}

/** The same database by a socket in this folder, as libpq and pg read a URL, which has no parameter yet. */
export function overSocket(url: string, socketFolder: string | undefined): string {
  return socketFolder === undefined ? url : `${url}?host=${encodeURIComponent(socketFolder)}`;
}

/** As the setting of Postgres, which is a list. */
export function quoteFolder(socketFolder: string | undefined): string {
  return socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`;
}

/** What a Postgres that was killed, or whose folder was copied, has left: by other ports it would stay. */
export async function removeSockets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(NAME));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}
