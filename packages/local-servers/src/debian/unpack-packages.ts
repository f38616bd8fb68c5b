import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../run.ts';

const updateTimeoutMs = 120_000;

export interface Unpacking {
  /** Chooses packages once apt's lists are loaded. */
  readonly packages: (apt: Apt) => Promise<readonly string[]>;
  /** Path within the packages of the part to keep. */
  readonly kept: string;
  /** Destination, which must not exist yet. */
  readonly target: string;
  readonly signal: AbortSignal | undefined;
}

/** Runs a program of apt with private lists and a private cache. */
export type Apt = (
  program: 'apt-get' | 'apt-cache',
  ...programArguments: readonly string[]
) => ReturnType<typeof run>;

/**
 * Extracts a part of Debian packages to `target` without installing them and without root. Returns
 * why it failed, or undefined.
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
  // Renamed into place, so that a concurrent start never sees a partial copy.
  return rename(join(unpacked, kept), target).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

function makeApt(folder: string, signal: AbortSignal | undefined): Apt {
  const options = [
    `Dir::State::Lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    // As root, apt would download as a user that cannot write here.
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
