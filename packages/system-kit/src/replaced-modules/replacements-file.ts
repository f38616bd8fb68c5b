import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import type { Replacement } from './replacement.ts';

/** Variable with the path of the file that lists replaced modules by app. */
const FILE_VARIABLE = 'REPLACED_MODULES_FILE';

/** At most one per app. */
export type Replacements = Readonly<Partial<Record<PeerName, Replacement>>>;

/** Sets the replacements for the next start of each app. */
export async function writeReplacements(path: string, replacements: Replacements): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(replacements));
  await rename(`${path}.new`, path);
}

/** The launcher's environment for using a replacements file. */
export function replacementEnvironment(path: string): Readonly<Record<string, string>> {
  const hooks = join(import.meta.dirname, 'register-hooks.ts');
  return { [FILE_VARIABLE]: path, NODE_OPTIONS: `--import=${hooks}` };
}

/** The replacement for a process with this entry; undefined if there is none or it is no app. */
export function readReplacement(
  env: NodeJS.ProcessEnv,
  entry: string | undefined,
): Replacement | undefined {
  const path = env[FILE_VARIABLE];
  const app = /\/apps\/([^/]+)\/src\/main\.ts$/.exec(entry ?? '')?.[1];
  if (path === undefined || app === undefined) return undefined;
  return JSON.parse(readFileSync(path, 'utf8'))[app];
}
