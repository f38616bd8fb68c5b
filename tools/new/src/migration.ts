import type { ServiceName } from '@florin/contracts';
import { type Change, type Tree, toIdentifier, withImport, withLineBefore } from './edit.ts';

/**
 * `pnpm new migration billing invoice-notes`: the next migration, empty, and its place in the
 * order.
 */
export function newMigration(tree: Tree, service: ServiceName, name: string): readonly Change[] {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new Error(`a migration is named with lowercase letters and dashes, not ${name}`);
  const folder = `apps/${service}/src/migrations`;
  const numbers = tree.list(folder).map((file) => Number(/^\d{4}(?=-)/.exec(file)?.[0] ?? 0));
  const last = Math.max(0, ...numbers);
  const file = `${String(last + 1).padStart(4, '0')}-${name}`;
  const index = `${folder}/index.ts`;
  const imported = withImport(
    tree.read(index),
    `import * as ${toIdentifier(name)} from './${file}.ts';`,
  );
  return [
    { path: `${folder}/${file}.ts`, text: migrationText },
    { path: index, text: withLineBefore(imported, '};', `  '${file}': ${toIdentifier(name)},`) },
  ];
}

/** It does nothing yet; its comment is to be written by hand. */
const migrationText = `import { type Kysely, sql } from 'kysely';

/** The reason, what is stored from now on, and the value in existing rows. Migrations only add. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`select 1\`.execute(db);
}
`;
