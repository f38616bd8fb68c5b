import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import type { Replacement } from './replacement.ts';

/** Names the file that says which module of which app is replaced. */
const FILE_VARIABLE = 'REPLACED_MODULES_FILE';

/** At most one for an app. */
export type Replacements = Readonly<Partial<Record<PeerName, Replacement>>>;

/** Decides what apps run with from their next start on. */
export async function writeReplacements(path: string, replacements: Replacements): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(replacements));
  await rename(`${path}.new`, path);
}

/** The environment of a launcher whose apps run with the replacements of a file. */
export function replacementEnvironment(path: string): Readonly<Record<string, string>> {
  const hooks = join(import.meta.dirname, 'register-hooks.ts');
  return { [FILE_VARIABLE]: path, NODE_OPTIONS: `--import=${hooks}` };
}

/** What is replaced in a process with this entry; undefined in one that is no app, too. */
export function readReplacement(
  env: NodeJS.ProcessEnv,
  entry: string | undefined,
): Replacement | undefined {
  const path = env[FILE_VARIABLE];
  const app = /\/apps\/([^/]+)\/src\/main\.ts$/.exec(entry ?? '')?.[1];
  if (path === undefined || app === undefined) return undefined;
  return JSON.parse(readFileSync(path, 'utf8'))[app];
}
