import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../run.ts';

const updateTimeoutMs = 120_000;

export interface Unpacking {
  /** What apt is asked for; chosen once its lists are there. */
  readonly packages: (apt: Apt) => Promise<readonly string[]>;
  /** What is kept of everything that they hold, as a path in them. */
  readonly kept: string;
  /** Where that goes: nothing may be there yet. */
  readonly target: string;
  readonly signal: AbortSignal | undefined;
}

/** Runs one of apt's programs on lists and a cache of our own. */
export type Apt = (
  program: 'apt-get' | 'apt-cache',
  ...programArguments: readonly string[]
) => ReturnType<typeof run>;

/**
 * Puts a part of Debian's packages at `target` without installing them and without being root.
 * Returns why it did not work, or undefined.
 */
export async function unpackDebianPackages(unpacking: Unpacking): Promise<string | undefined> {
  const { target } = unpacking;
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}.half-`);
  try {
    return await unpackIn(folder, unpacking);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackIn(
  folder: string,
  { packages, kept, target, signal }: Unpacking,
): Promise<string | undefined> {
  await mkdir(join(folder, 'lists/partial'), { recursive: true });
  await mkdir(join(folder, 'cache/archives/partial'), { recursive: true });
  const apt = makeApt(folder, signal);

  const update = await apt('apt-get', '-q', 'update');
  if (!update.succeeded) return lastLine(update.output);
  const download = await apt('apt-get', '-q', 'download', ...(await packages(apt)));
  if (!download.succeeded) return lastLine(download.output);

  const archives = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
  if (archives.length === 0) return 'it downloaded nothing';
  const unpacked = join(folder, 'unpacked');
  for (const archive of archives) {
    const unpack = await run('dpkg-deb', ['-x', join(folder, archive), unpacked]);
    if (!unpack.succeeded) return lastLine(unpack.output);
  }
  // By a rename, so that a second start never sees the half of it.
  return rename(join(unpacked, kept), target).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

function makeApt(folder: string, signal: AbortSignal | undefined): Apt {
  const options = [
    `Dir::State::Lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    // Root would hand the download to a user that cannot write here.
    'APT::Sandbox::User=root',
    'Debug::NoLocking=1',
  ];
  const flags = options.flatMap((option) => ['-o', option]);
  return (program, ...programArguments) =>
    run(program, [...flags, ...programArguments], {
      cwd: folder,
      timeout: updateTimeoutMs,
      signal,
    });
}

function lastLine(output: string): string {
  return output.split('\n').at(-1) ?? '';
}
