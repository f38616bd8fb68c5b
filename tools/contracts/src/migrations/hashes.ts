import { createHash } from 'node:crypto';
import type { Migrations } from '@florin/database';
import { statementsOf } from './statements.ts';

/** Hash of a migration's statements, by service and name. */
export type MigrationHashes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export async function hashMigrations(
  services: Readonly<Record<string, Migrations>>,
): Promise<MigrationHashes> {
  const all = Object.entries(services).map(async ([service, migrations]) => {
    const hashes = Object.entries(migrations).map(
      async ([name, migration]) => [name, hashOf(await statementsOf(migration))] as const,
    );
    return [service, Object.fromEntries(await Promise.all(hashes))] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** Hash of the statements without their layout, which a formatter may change. */
function hashOf(statements: readonly string[]): string {
  const text = statements.map((each) => each.replaceAll(/\s+/g, ' ').trim()).join('\n');
  return createHash('sha256').update(text).digest('hex');
}
