import { sql } from 'kysely';
import type { LoginFailures } from '../../domain/login-failures.ts';
import type { Db, Tx } from '../../schema.ts';

export async function findFailures(db: Db, key: Buffer): Promise<LoginFailures | undefined> {
  const row = await db
    .selectFrom('failed_logins')
    .select(['failures', 'last_at'])
    .where('pair', '=', key)
    .executeTakeFirst();
  return row && { failures: row.failures, lastAt: row.last_at };
}

/** Reads the failures and locks the key against concurrent counting. */
export async function lockFailures(tx: Tx, key: Buffer): Promise<LoginFailures | undefined> {
  // An advisory lock on the key, since there may be no row yet.
  await sql`select pg_advisory_xact_lock(${key.readBigInt64BE()})`.execute(tx);
  return findFailures(tx, key);
}

export async function saveFailures(
  tx: Tx,
  key: Buffer,
  { failures, lastAt }: LoginFailures,
): Promise<void> {
  const row = { failures, last_at: lastAt };
  await tx
    .insertInto('failed_logins')
    .values({ pair: key, ...row })
    .onConflict((conflict) => conflict.column('pair').doUpdateSet(row))
    .execute();
}

export async function deleteFailures(db: Db, key: Buffer): Promise<void> {
  await db.deleteFrom('failed_logins').where('pair', '=', key).execute();
}

/** Deletes all failures, because stored keys do not reveal whose they are. */
export async function deleteAllFailures(tx: Tx): Promise<void> {
  await tx.deleteFrom('failed_logins').execute();
}

/** Deletes at most `rowsMax` rows without a failure since an instant. */
export async function deleteFailuresBefore(db: Db, before: Date, rowsMax: number): Promise<void> {
  await sql`
    delete from failed_logins where pair in (
      select pair from failed_logins where last_at < ${before} limit ${rowsMax})`.execute(db);
}
