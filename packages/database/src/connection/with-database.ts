import type { Kysely } from 'kysely';
import { type DatabaseConfig, openDatabase } from './open-database.ts';

/** Opens a database for some work and closes it again. Throws the first failure. */
export async function withDatabase<Tables, Result>(
  config: DatabaseConfig,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openDatabase<Tables>(config, () => {});
  const result = await work(db).catch(async (error: unknown) => {
    await close().catch(() => {});
    throw error;
  });
  await close();
  return result;
}
