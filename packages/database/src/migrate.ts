import type { ServiceName } from '@florin/contracts';
import { type Migration, Migrator } from 'kysely/migration';
import { openDatabase } from './open-database.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings a service's schema up to its newest migration, each in order and all in one transaction.
 * Safe to run from several processes at once. Returns the names of those it applied.
 */
export async function migrate(
  url: string,
  service: ServiceName,
  migrations: Migrations,
): Promise<string[]> {
  // An index of a large table takes its time: locks are what is bounded here, not statements.
  const settings = { statement_timeout: '0' };
  const database = openDatabase<unknown>({ url, poolSizeMax: 2 }, () => {}, { settings });
  try {
    const migrator = new Migrator({
      db: database.db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: service,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) {
      const failed = results.find((result) => result.status === 'Error')?.migrationName;
      throw new Error(`migration ${failed ?? 'set-up'} of ${service} failed`, { cause: error });
    }
    return results.map((result) => result.migrationName);
  } finally {
    await database.close();
  }
}
