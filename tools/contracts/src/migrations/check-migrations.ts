import type { Migration, Migrations } from '@florin/database';
import { loadModule, parseSync } from 'libpg-query';
import { compareVersions } from '../places.ts';
import { hashMigrations, type MigrationHashes } from './hashes.ts';
import type { Made, Objection } from './objection.ts';
import { objectionsTo } from './objections.ts';
import { statementsOf } from './statements.ts';

/** Statements that are safe to repeat after an interruption outside a transaction. */
const REPEATABLE =
  /^\s*(create (unique )?index (concurrently )?if not exists|drop index concurrently if exists|select)\b/;

/**
 * Faults in the services' migrations since a release: a released one is changed or missing, or a
 * newer one breaks or locks out services of that release.
 */
export async function checkMigrations(
  services: Readonly<Record<string, Migrations>>,
  released: MigrationHashes,
  release: string,
): Promise<string[]> {
  await loadModule();
  const now = await hashMigrations(services);
  const problems: string[] = [];
  for (const [service, hashes] of Object.entries(released))
    for (const [name, hash] of Object.entries(hashes))
      if (now[service]?.[name] !== hash)
        problems.push(`${service}: migration ${name}, which ${release} has, is changed or gone`);
  for (const [service, migrations] of Object.entries(services))
    for (const [name, migration] of Object.entries(migrations))
      if (released[service]?.[name] === undefined)
        for (const what of await problemsOf(migration, release))
          problems.push(`${service}: migration ${name} ${what}`);
  return problems;
}

/** Unaccepted objections to a migration that is newer than a release. */
async function problemsOf(migration: Migration, release: string): Promise<readonly string[]> {
  const made: Made = { tables: new Set(), columns: new Set(), functions: new Set() };
  const statements = await statementsOf(migration);
  const parsed = statements.flatMap((sql) => parseSync(sql).stmts ?? []);
  const objections = parsed.flatMap(({ stmt }) => (stmt ? objectionsTo(stmt, made) : []));
  const lasting = migration.isOutsideTransaction
    ? statements.filter((sql) => !REPEATABLE.test(sql))
    : [];
  return [
    ...objections.filter((each) => !isAccepted(each, migration, release)).map(({ what }) => what),
    ...lasting.map((sql) => `cannot repeat this, outside of a transaction: ${sql.trim()}`),
  ];
}

/** A breaking migration must name a release whose code tolerates it. */
function isAccepted({ kind }: Objection, { accepted }: Migration, release: string): boolean {
  if (!accepted || accepted.why.trim() === '') return false;
  const { since } = accepted;
  return kind === 'locks' || (since !== undefined && compareVersions(since, release) <= 0);
}
