import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServiceName, serviceNames } from '@florin/contracts';
import {
  createIndexConcurrently,
  type Migration,
  type Migrations,
  migrate,
  ownerRoleOf,
} from '@florin/database';
import { sql } from 'kysely';

const apps = join(import.meta.dirname, '../../../../apps');

const addColumns: Migration['up'] = async (db) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not like 'kysely%'`.execute(db);
  for (const { name } of rows)
    await sql`alter table ${sql.id(name)} add column newer text`.execute(db);
};

/** Migrations of a newer version, after today's. */
const further: Migrations = {
  '9998-columns': { up: addColumns },
  '9999-index': {
    isOutsideTransaction: true,
    up: (db) => createIndexConcurrently(db, 'leases_holder', 'on leases (holder)'),
  },
};

/**
 * Migrates the schema of every service like a newer version; returns the number of applied
 * migrations.
 */
export async function migrateFurther(databaseUrl: string): Promise<number> {
  let applied = 0;
  for (const service of serviceNames) {
    const list = join(apps, service, 'src/migrations/index.ts');
    const { migrations }: { migrations: Migrations } = await import(list);
    const newer = { ...migrations, ...further };
    applied += (await migrate(ownerUrl(databaseUrl, service), service, newer)).length;
  }
  return applied;
}

/** Runs today's `migrate` as a deployment does; returns whether the service may start. */
export async function migrateToday(databaseUrl: string, service: ServiceName): Promise<boolean> {
  const url = {
    [`${service.toUpperCase()}_MIGRATION_DATABASE_URL`]: ownerUrl(databaseUrl, service),
  };
  const migrated = promisify(execFile)(
    process.execPath,
    [join(apps, service, 'src/main.ts'), 'migrate'],
    { env: { ...process.env, ...url } },
  );
  return migrated.then(
    () => true,
    () => false,
  );
}

/** The superuser's URL, in the role that owns the schema. */
function ownerUrl(databaseUrl: string, service: ServiceName): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c role=${ownerRoleOf(service)} -c search_path=${service}`);
  return url.href;
}
