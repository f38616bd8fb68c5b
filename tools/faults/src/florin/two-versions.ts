import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import { copyFolder } from '../../../../e2e/copy-folder.ts';

const now = join(import.meta.dirname, '../../../..');

export type Version = 'before' | 'now';

/** A tree in which each app has one of two versions, changeable while it runs. */
export interface TwoVersions {
  readonly dir: string;
  /** Processes started later use that version. */
  set(app: PeerName, version: Version): void;
}

/** All apps start in the old version; the launcher is new, since it knows every setting. */
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
    // Atomic: a starting process finds either version.
    renameSync(`${at}.next`, at);
  };
  for (const app of apps) set(app, 'before');
  return { dir, set };
}
