import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';

const BUILD_MS_MAX = 600_000;
const tools = join(import.meta.dirname, '../../../../.tools');

/** A program in a Go module, at a version. */
export interface GoProgram {
  readonly name: string;
  readonly module: string;
  readonly version: string;
}

/** Path of the `go` command; undefined if Go is not installed. */
export function findGo(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin'];
  return folders.map((folder) => join(folder, 'go')).find(existsSync);
}

/** Path of a program built earlier; undefined if there is none. */
export function findBuilt({ name, version }: GoProgram): string | undefined {
  const path = join(tools, `${name}-${version}`);
  return existsSync(path) ? path : undefined;
}

/** Builds a Go program once. @throws Error if Go is missing or the build fails */
export async function buildByGo(program: GoProgram, onProgress: OnProgress): Promise<string> {
  const built = findBuilt(program);
  if (built !== undefined) return built;
  const { name, module, version } = program;
  const go = findGo();
  if (go === undefined) throw new Error(`Go is required to build ${name}, but it is not installed`);
  onProgress(`building ${name} ${version} by Go`);
  const target = join(tools, `${name}-${version}`);
  const folder = await mkdtemp(`${target}.half-`);
  try {
    const build = await run(go, ['install', `${module}@${version}`], {
      env: { ...process.env, GOBIN: folder, PATH: `${dirname(go)}${delimiter}${process.env.PATH}` },
      timeout: BUILD_MS_MAX,
    });
    if (!build.succeeded) throw new Error(`building ${name} ${version}: ${build.output}`);
    // Renaming is atomic, so a partial program is never started.
    await rename(join(folder, name), target);
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
