import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { type Database, openDatabase } from '../connection/open-database.ts';
import { isLockConflict } from '../errors/postgres-errors.ts';
import { findApplied, type Migrations, partsOf, shownUpTo } from './migrations.ts';
import { withMigrationLock } from './with-migration-lock.ts';

/**
 * Shorter than the services' timeout, so that a service queued behind a waiting migration gets its
 * lock in time.
 */
const LOCK_TIMEOUT = "'500ms'";
/** A busy machine can pause a migration between two statements. */
const IDLE_TIMEOUT = "'10s'";
/** No client waits for a migration. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Creating an index on a large table takes long. */
const STATEMENT_TIMEOUT = "'1h'";
const TRIES_MAX = 60;
const PAUSE_MS = { first: 500, max: 5_000 };

/** Prints a line about newer migrations or a wait. */
export type PrintLine = (line: string) => void;

/**
 * Applies all new migrations, in order, in as few transactions as possible, one process at a time.
 * Leaves a newer schema alone; retries for about five minutes while a needed lock is held.
 * @param schema the service's schema, unless its tables are sharded
 * @returns names of the applied migrations
 * @throws Error that names the failed migration
 */
export async function migrate(
  url: string,
  service: ServiceName,
  migrations: Migrations,
  printLine: PrintLine = () => {},
  schema: string = service,
): Promise<string[]> {
  const open = (lock_timeout: string) => {
    const settings = {
      lock_timeout,
      statement_timeout: STATEMENT_TIMEOUT,
      idle_in_transaction_session_timeout: IDLE_TIMEOUT,
    };
    const options = { settings, connectTimeoutMs: CONNECT_TIMEOUT_MS };
    return openDatabase<unknown>({ url, poolSizeMax: 2 }, () => {}, options);
  };
  const inside = open(LOCK_TIMEOUT);
  // Concurrent operations wait without blocking others.
  const outside = open('0');
  const look = async () => {
    const before = await findApplied(inside.db, schema);
    return { before, parts: partsOf(migrations, before) };
  };
  const bringUpToDate = async ({ before, parts }: Awaited<ReturnType<typeof look>>) => {
    const applied: string[] = [];
    for (const { isOutside, upTo } of parts) {
      const shown = shownUpTo(upTo, migrations, before);
      const apply = () => migrateTo(isOutside ? outside : inside, schema, shown, isOutside);
      applied.push(...(await patiently(apply, service, printLine)));
    }
    const unknown = before.filter((name) => !Object.hasOwn(migrations, name));
    if (unknown.length > 0)
      printLine(`the schema is of a newer version: this one does not know ${unknown.join(', ')}`);
    return applied;
  };
  try {
    // Usually nothing is pending; finding that out needs no lock.
    const seen = await look();
    return await (seen.parts.length === 0
      ? bringUpToDate(seen)
      : withMigrationLock(inside.pool, async () => bringUpToDate(await look())));
  } finally {
    await Promise.all([inside.close(), outside.close()]);
  }
}

function migrateTo(
  { db }: Database<unknown>,
  schema: string,
  shown: Migrations,
  disableTransactions: boolean,
): Promise<MigrationResultSet> {
  const provider = { getMigrations: async () => shown };
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema });
  return migrator.migrateToLatest({ disableTransactions });
}

async function patiently(
  apply: () => Promise<MigrationResultSet>,
  service: ServiceName,
  printLine: PrintLine,
): Promise<string[]> {
  for (let tries = 1, pauseMs = PAUSE_MS.first; ; tries += 1) {
    const { error, results = [] } = await apply();
    if (!error) return results.map(({ migrationName }) => migrationName);
    const failed = results.find(({ status }) => status === 'Error')?.migrationName ?? 'set-up';
    if (!isLockConflict(error) || tries === TRIES_MAX)
      throw new Error(`migration ${failed} of ${service} failed`, { cause: error });
    printLine(`migration ${failed} waits: others hold what it has to lock (try ${tries})`);
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 2, PAUSE_MS.max);
  }
}
