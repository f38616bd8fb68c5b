import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareEvents, currentEventSchemas } from './events.ts';
import { checkMigrations } from './migrations/check-migrations.ts';
import { currentMigrations } from './migrations/current.ts';
import { compareDocuments, type Document } from './openapi/compare-documents.ts';
import { appsDir, placesOf, protosDir } from './places.ts';

const BUF = join(import.meta.dirname, '../node_modules/.bin/buf');

/** Faults in today's contracts, and incompatible changes since a release. */
export async function checkContracts(release: string): Promise<string[]> {
  const { protos, openapi, eventSchemas, migrations } = placesOf(release);
  return [
    ...checkProtos(protos, protosDir),
    ...checkDocuments(openapi, appsDir),
    ...compareEvents(read(eventSchemas), currentEventSchemas()),
    ...(await checkMigrations(await currentMigrations(), read(migrations), release)),
  ];
}

/** Compares two folders like `protos/`; the newer one is linted too. */
export function checkProtos(old: string, now: string): string[] {
  return [...runBuf(now, ['lint']), ...runBuf(now, ['breaking', '--against', old])];
}

/** Findings of buf in a folder, one on each line. */
function runBuf(cwd: string, args: readonly string[]): string[] {
  const { error, status, stdout, stderr } = spawnSync(BUF, args, { cwd, encoding: 'utf8' });
  if (error) throw new Error('buf does not run: install the packages again', { cause: error });
  if (status === 0) return [];
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  return lines.map((line) => `protos/${line}`);
}

/** Compares a folder of `<app>.json` with one of `<app>/openapi.json`. */
export function checkDocuments(old: string, now: string): string[] {
  return readdirSync(old).flatMap((file) => {
    const app = file.replace(/\.json$/, '');
    const current = join(now, app, 'openapi.json');
    if (!existsSync(current)) return [`${app}: its openapi.json is gone`];
    const problems = compareDocuments(read<Document>(join(old, file)), read(current));
    return problems.map((problem) => `${app}: ${problem}`);
  });
}

function read<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8'));
}
