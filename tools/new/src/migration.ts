import type { ServiceName } from '@florin/contracts';
import { type Change, type Tree, toIdentifier, withImport, withLineBefore } from './edit.ts';

/** `pnpm new migration billing invoice-notes`: the next one, empty, and its place in the order. */
export function newMigration(tree: Tree, service: ServiceName, name: string): readonly Change[] {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new Error(`a migration is called in small letters and dashes, not ${name}`);
  const folder = `apps/${service}/src/migrations`;
  const last = tree.list(folder).filter((file) => /^\d{4}-/.test(file)).length;
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

/** Until it does something it says why it is not to be released. */
const migrationText = `import { type Kysely, sql } from 'kysely';

/** Why: what is stored from now on, and what rows of before have. It only adds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`select 1\`.execute(db);
}
`;
