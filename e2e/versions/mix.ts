import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type PeerName, serviceNames } from '@florin/contracts';
import { copyFolder } from '../copy-folder.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

/** Which apps run as they were; the others run as they are. */
export interface Mix {
  readonly title: string;
  readonly old: readonly PeerName[];
}

/** What happens when teams deploy: the edge first, the edge last, the ledger behind all others. */
export const mixes: readonly Mix[] = [
  { title: 'gateway of now, services of before', old: serviceNames },
  { title: 'gateway of before, services of now', old: ['gateway'] },
  { title: 'ledger of before, the rest of now', old: ['ledger'] },
];

/**
 * A source tree with apps of two versions: each app leads to its own tree, and with it to its own
 * packages. Launcher and stories are of one version each: the launcher of now knows every setting,
 * and the stories of before tell what was promised.
 */
export function makeMix({ old }: Mix, before: string, now: string, dir: string): void {
  mkdirSync(join(dir, 'apps'), { recursive: true });
  for (const app of apps) {
    symlinkSync(join(old.includes(app) ? before : now, 'apps', app), join(dir, 'apps', app));
  }
  copyFolder(join(now, 'tools/launcher'), join(dir, 'tools/launcher'));
  // What clients use is of their version.
  for (const folder of ['e2e', 'sdk/typescript', 'tools/listen'])
    if (existsSync(join(before, folder))) copyFolder(join(before, folder), join(dir, folder));
  symlinkSync(join(before, 'node_modules'), join(dir, 'node_modules'));
  for (const file of ['package.json', 'vitest.config.ts'])
    copyFileSync(join(before, file), join(dir, file));
}
