import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import { copyFolder } from '../../../../e2e/copy-folder.ts';

const now = join(import.meta.dirname, '../../../..');

export type Version = 'before' | 'now';

/** A tree of which each app is of one version, and can be made the other while it runs. */
export interface TwoVersions {
  readonly dir: string;
  /** Processes that start from then on are of that version. */
  set(app: PeerName, version: Version): void;
}

/** All apps are as they were, the launcher is of now: it knows every setting. */
export function makeTwoVersions(
  apps: readonly PeerName[],
  before: string,
  dir: string,
): TwoVersions {
  mkdirSync(join(dir, 'apps'), { recursive: true });
  copyFolder(join(now, 'tools/launcher'), join(dir, 'tools/launcher'));
  symlinkSync(join(before, 'package.json'), join(dir, 'package.json'));
  symlinkSync(join(before, 'node_modules'), join(dir, 'node_modules'));
  const set = (app: PeerName, version: Version) => {
    const at = join(dir, 'apps', app);
    symlinkSync(join(version === 'now' ? now : before, 'apps', app), `${at}.next`);
    // At once: a process that starts finds the one or the other.
    renameSync(`${at}.next`, at);
  };
  for (const app of apps) set(app, 'before');
  return { dir, set };
}
