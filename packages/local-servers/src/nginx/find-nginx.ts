import { join } from 'node:path';
import { unpackDebianPackages } from '../debian/unpack-packages.ts';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';

const brought = join(import.meta.dirname, '../../../../.tools/nginx');
/** The install folder is often missing from a user's PATH. */
const places = ['nginx', '/usr/sbin/nginx', brought];

/** The first that runs: on PATH, installed, or Debian's package. Undefined if there is none. */
export async function findNginx({
  onProgress,
  signal,
}: {
  readonly onProgress: OnProgress;
  readonly signal?: AbortSignal | undefined;
}): Promise<string | undefined> {
  const found = await findInstalled();
  if (found !== undefined) return found;
  onProgress('installing nginx from the package archive of this system');
  const refusal = await unpackDebianPackages({
    packages: async () => ['nginx'],
    kept: 'usr/sbin/nginx',
    target: brought,
    signal,
  });
  signal?.throwIfAborted();
  const fresh = await findInstalled();
  if (fresh === undefined) onProgress(`no nginx: ${refusal ?? 'what was brought does not run'}`);
  return fresh;
}

async function findInstalled(): Promise<string | undefined> {
  for (const path of places) if ((await run(path, ['-v'])).succeeded) return path;
  return undefined;
}
