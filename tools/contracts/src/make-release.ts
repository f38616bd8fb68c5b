import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentEventSchemas } from './events.ts';
import { currentMigrations } from './migrations/current.ts';
import { hashMigrations } from './migrations/hashes.ts';
import {
  appsDir,
  appsWithDocument,
  compareVersions,
  eventsDir,
  lastRelease,
  placesOf,
  protosDir,
} from './places.ts';

/** Records today's contracts as those of a release, which must be newer than the last one. */
export async function makeRelease(version: string): Promise<string> {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`a release has three numbers, for example 0.2.0, not "${version}"`);
  const last = lastRelease();
  if (last !== undefined && compareVersions(version, last) <= 0)
    throw new Error(`${version} is not newer than the last release, ${last}`);
  const { dir, protos, openapi, eventSchemas, events, migrations } = placesOf(version);
  cpSync(protosDir, protos, { recursive: true });
  cpSync(eventsDir, events, { recursive: true });
  writeFileSync(eventSchemas, `${JSON.stringify(currentEventSchemas(), null, 2)}\n`);
  const hashes = await hashMigrations(await currentMigrations());
  writeFileSync(migrations, `${JSON.stringify(hashes, null, 2)}\n`);
  mkdirSync(openapi);
  for (const app of appsWithDocument())
    copyFileSync(join(appsDir, app, 'openapi.json'), join(openapi, `${app}.json`));
  return dir;
}
