import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const released = join(root, 'contracts/released');

/** Folders of contracts: those of `now`, then those of each release. */
export interface Release {
  readonly name: string;
  readonly protosDir: string;
  readonly eventsDir: string;
}

export function listReleases(): Release[] {
  const now = {
    name: 'now',
    protosDir: join(root, 'protos'),
    eventsDir: join(root, 'packages/contracts/examples'),
  };
  const before = readdirSync(released).map((name) => ({
    name,
    protosDir: join(released, name, 'protos'),
    eventsDir: join(released, name, 'events'),
  }));
  return [now, ...before];
}
