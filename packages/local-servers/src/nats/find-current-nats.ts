import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';

/** Debian 12 has 2.9. */
const VERSION = 'v2.15.2';
const BUILD_MS_MAX = 600_000;

const tools = join(import.meta.dirname, '../../../../.tools');
const built = join(tools, `nats-server-${VERSION}`);

/** Where Go is, which builds a NATS server from its source; undefined without. */
export function findGo(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin'];
  return folders.map((folder) => join(folder, 'go')).find(existsSync);
}

/** A NATS server newer than what Debian packages; built once, by Go. @throws Error when it is not. */
export async function findCurrentNats(onProgress: OnProgress): Promise<string> {
  if (existsSync(built)) return built;
  const go = findGo();
  if (go === undefined) throw new Error('a current nats-server is built by Go, which is not here');
  onProgress(`building nats-server ${VERSION} by Go`);
  const folder = await mkdtemp(`${built}.half-`);
  try {
    const module = `github.com/nats-io/nats-server/v2@${VERSION}`;
    const build = await run(go, ['install', module], {
      env: { ...process.env, GOBIN: folder, PATH: `${dirname(go)}${delimiter}${process.env.PATH}` },
      timeout: BUILD_MS_MAX,
    });
    if (!build.succeeded) throw new Error(`building nats-server ${VERSION}: ${build.output}`);
    // By a rename, so that nobody ever starts the half of it.
    await rename(join(folder, 'nats-server'), built);
    return built;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
