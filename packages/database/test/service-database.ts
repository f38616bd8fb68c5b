import { createDatabase, eventually } from '@florin/testing';
import type { Kysely } from 'kysely';
import { Client } from 'pg';
import { openDatabase } from '../src/connection/open-database.ts';
import { prepareThrowawayDatabase } from '../src/migrations/prepare-throwaway-database.ts';
import { appRoleOf } from '../src/migrations/provision-service.ts';

const service = 'billing';

/** A database with a service's tables, opened as services open theirs. */
export async function openServiceDatabase<Tables>(
  createTables: (db: Kysely<unknown>, appRole: string) => Promise<void>,
) {
  const { adminUrl, drop } = await createDatabase();
  const url = await prepareThrowawayDatabase(adminUrl, service, {
    '0001-tables': { up: (db) => createTables(db, appRoleOf(service)) },
  });
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query(`set search_path = ${service}`);
  const open = (poolSizeMax = 25) => openDatabase<Tables>({ url, poolSizeMax }, () => {});
  const { db, close } = open();

  return {
    db,
    url,
    adminUrl,
    superuser,
    /** Another process's pool on the same database. */
    open,
    /** Resolves when a statement of the service waits for a lock of another transaction. */
    waitForLock: () =>
      eventually(async () => {
        const { rowCount } = await superuser.query(`
          select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`);
        if (!rowCount) throw new Error('nothing waits for a lock');
      }),
    async drop() {
      await close();
      await superuser.end();
      await drop();
    },
  };
}
