import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of Postgres's socket and its lock file, without the port. */
const NAME = '.s.PGSQL.';
/** Socket paths have up to 104 bytes on macOS and 108 on Linux, with the final zero (unix(7)). */
const PATH_BYTES_MAX = 103;

/**
 * Where Postgres listens besides TCP: in its own folder, which is private. A statement over a Unix
 * socket costs a quarter less. Undefined if sockets are missing or the path is too long.
 */
export function socketFolderOf(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const longest = Buffer.byteLength(join(folder, `${NAME}65535`));
  return platform === 'win32' || longest > PATH_BYTES_MAX ? undefined : folder;
}

/** The same database over a socket, as libpq and pg read URLs. The URL must have no parameters. */
export function overSocket(url: string, socketFolder: string | undefined): string {
  return socketFolder === undefined ? url : `${url}?host=${encodeURIComponent(socketFolder)}`;
}

/** Quoted as an element of Postgres's list setting. */
export function quoteFolder(socketFolder: string | undefined): string {
  return socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`;
}

/** Removes sockets of a killed or copied Postgres. With another port, they would remain. */
export async function removeSockets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(NAME));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}
