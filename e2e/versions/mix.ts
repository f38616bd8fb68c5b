import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type PeerName, serviceNames } from '@florin/contracts';
import { copyFolder } from '../copy-folder.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

/** Apps that run in the old version; the others run in the new one. */
export interface Mix {
  readonly title: string;
  readonly old: readonly PeerName[];
}

/** Typical deployments: gateway first, gateway last, ledger last. */
export const mixes: readonly Mix[] = [
  { title: 'new gateway, old services', old: serviceNames },
  { title: 'old gateway, new services', old: ['gateway'] },
  { title: 'old ledger, new rest', old: ['ledger'] },
];

/**
 * A source tree with apps of two versions, each linked to its own packages, see docs/versioning.md.
 * All schemas are migrated first. The launcher is new; the stories are old, as are promises.
 */
export function makeMix({ old }: Mix, before: string, now: string, dir: string): void {
  mkdirSync(join(dir, 'apps'), { recursive: true });
  for (const app of apps) {
    const [was, is, at] = [
      join(before, 'apps', app),
      join(now, 'apps', app),
      join(dir, 'apps', app),
    ];
    // An app that did not exist yet runs in the new version.
    if (!old.includes(app) || !existsSync(was)) symlinkSync(is, at);
    else if (app === 'gateway') symlinkSync(was, at);
    else linkOnNewerSchema(was, is, at);
  }
  copyFolder(join(now, 'tools/launcher'), join(dir, 'tools/launcher'));
  // Clients use their own version.
  for (const folder of ['e2e', 'sdk/typescript', 'tools/listen', 'tools/cli'])
    if (existsSync(join(before, folder))) copyFolder(join(before, folder), join(dir, folder));
  symlinkSync(join(before, 'node_modules'), join(dir, 'node_modules'));
  // The configuration of the tests imports from it.
  symlinkSync(join(before, 'packages'), join(dir, 'packages'));
  for (const file of ['package.json', 'vitest.config.ts'])
    copyFileSync(join(before, file), join(dir, file));
}

/** An old service with the new migrations, where the launcher looks for them. */
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
