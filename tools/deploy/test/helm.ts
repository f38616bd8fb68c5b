import { spawnSync } from 'node:child_process';
import { buildByGo, findBuilt } from '@florin/local-servers';
import { root } from './apps.ts';

const PROGRAM = { name: 'helm', module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' };

export interface Helm {
  /** Runs a command; resolves with its exit code and output. */
  run(...args: readonly string[]): { readonly status: number | null; readonly said: string };
}

/**
 * The installed helm, or one built with Go: the first build takes minutes, so it runs only with all
 * tests.
 */
export async function findHelm(): Promise<Helm | undefined> {
  const path = await findPath();
  if (path === undefined) return undefined;
  return {
    run(...args) {
      const { status, stdout, stderr } = spawnSync(path, args, { cwd: root, encoding: 'utf8' });
      return { status, said: stdout + stderr };
    },
  };
}

async function findPath(): Promise<string | undefined> {
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  if (!process.env.FLORIN_TEST_ALL) return findBuilt(PROGRAM);
  // Without Go or a network there is none.
  return buildByGo(PROGRAM, () => {}).catch(() => undefined);
}
