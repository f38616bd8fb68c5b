import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** The folder of today's contracts. */
export const protosDir = join(root, 'protos');
export const eventsDir = join(root, 'packages/contracts/examples');
export const appsDir = join(root, 'apps');

/** One folder per release, so that no comparison needs the git history. */
export const releasedDir = join(root, 'contracts/released');

/** Files of a released folder. */
export function placesOf(version: string) {
  const dir = join(releasedDir, version);
  return {
    dir,
    protos: join(dir, 'protos'),
    openapi: join(dir, 'openapi'),
    eventSchemas: join(dir, 'event-schemas.json'),
    events: join(dir, 'events'),
    migrations: join(dir, 'migrations.json'),
  };
}

/** Apps that serve an OpenAPI document. */
export function appsWithDocument(): string[] {
  return readdirSync(appsDir).filter((app) => existsSync(join(appsDir, app, 'openapi.json')));
}

/** The newest release; undefined before the first. */
export function lastRelease(): string | undefined {
  if (!existsSync(releasedDir)) return undefined;
  return readdirSync(releasedDir).sort(compareVersions).at(-1);
}

/** Negative when `a` is older than `b`. Both are three numbers with dots. */
export function compareVersions(a: string, b: string): number {
  const [others, ours] = [b.split('.').map(Number), a.split('.').map(Number)];
  const at = ours.findIndex((part, index) => part !== others[index]);
  return at === -1 ? 0 : (ours[at] ?? 0) - (others[at] ?? 0);
}
