import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../run.ts';

const updateTimeoutMs = 120_000;

/**
 * Puts Debian's nats-server at `target` without installing it and without being root: apt works
 * on lists and a cache of our own. Returns why it did not work, or undefined.
 */
export async function unpackDebianPackage(
  target: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}.half-`);
  try {
    return await unpackIn(folder, target, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackIn(
  folder: string,
  target: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  await mkdir(join(folder, 'lists/partial'), { recursive: true });
  await mkdir(join(folder, 'cache/archives/partial'), { recursive: true });

  const update = await apt(folder, ['update'], signal);
  if (!update.succeeded) return lastLine(update.output);
  const download = await apt(folder, ['download', 'nats-server'], signal);
  if (!download.succeeded) return lastLine(download.output);

  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) return 'it downloaded nothing';
  const unpacked = join(folder, 'unpacked');
  const unpack = await run('dpkg-deb', ['-x', join(folder, archive), unpacked]);
  if (!unpack.succeeded) return lastLine(unpack.output);

  // By a rename, so that a second start never sees half a file.
  const half = join(folder, 'nats-server');
  await copyFile(join(unpacked, 'usr/sbin/nats-server'), half);
  await rename(half, target);
  return undefined;
}

function apt(folder: string, command: readonly string[], signal: AbortSignal | undefined) {
  const options = [
    `Dir::State::Lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    // Root would hand the download to a user that cannot write here.
    'APT::Sandbox::User=root',
    'Debug::NoLocking=1',
  ];
  const flags = options.flatMap((option) => ['-o', option]);
  return run('apt-get', ['-q', ...flags, ...command], {
    cwd: folder,
    timeout: updateTimeoutMs,
    signal,
  });
}

function lastLine(output: string): string {
  return output.split('\n').at(-1) ?? '';
}
