import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
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
 * packages. The schema of each service is migrated as far as it is now: that comes first when a
 * release is rolled out. Launcher and stories are of one version each: the launcher of now knows
 * every setting, and the stories of before tell what was promised.
 */
export function makeMix({ old }: Mix, before: string, now: string, dir: string): void {
  mkdirSync(join(dir, 'apps'), { recursive: true });
  for (const app of apps) {
    const [was, is, at] = [
      join(before, 'apps', app),
      join(now, 'apps', app),
      join(dir, 'apps', app),
    ];
    // One that did not exist yet runs as it is.
    if (!old.includes(app) || !existsSync(was)) symlinkSync(is, at);
    else if (app === 'gateway') symlinkSync(was, at);
    else linkOnNewerSchema(was, is, at);
  }
  copyFolder(join(now, 'tools/launcher'), join(dir, 'tools/launcher'));
  // What clients use is of their version.
  for (const folder of ['e2e', 'sdk/typescript', 'tools/listen', 'tools/cli'])
    if (existsSync(join(before, folder))) copyFolder(join(before, folder), join(dir, folder));
  symlinkSync(join(before, 'node_modules'), join(dir, 'node_modules'));
  for (const file of ['package.json', 'vitest.config.ts'])
    copyFileSync(join(before, file), join(dir, file));
}

/** A service as it was, with the migrations that it has now where the launcher looks for them. */
function linkOnNewerSchema(was: string, is: string, at: string): void {
  linkAll(was, at, 'src');
  linkAll(join(was, 'src'), join(at, 'src'), 'migrations');
  symlinkSync(join(is, 'src/migrations'), join(at, 'src/migrations'));
}

function linkAll(from: string, to: string, but: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== but) symlinkSync(join(from, name), join(to, name));
}
