import { type Kysely, sql, type Transaction } from 'kysely';
import type { Guessing } from '../domain/guessing.ts';
import type { IdentityTables } from './schema.ts';

export async function findGuessing(
  db: Kysely<IdentityTables>,
  pair: Buffer,
): Promise<Guessing | undefined> {
  const row = await db
    .selectFrom('failed_logins')
    .select(['failures', 'last_at'])
    .where('pair', '=', pair)
    .executeTakeFirst();
  return row && { failures: row.failures, lastAt: row.last_at };
}

/** The same, while nobody else counts a failure of this pair. */
export async function lockGuessing(
  tx: Transaction<IdentityTables>,
  pair: Buffer,
): Promise<Guessing | undefined> {
  // A lock on the pair, since there may be no row yet to lock.
  await sql`select pg_advisory_xact_lock(${pair.readBigInt64BE()})`.execute(tx);
  return findGuessing(tx, pair);
}

export async function saveGuessing(
  tx: Transaction<IdentityTables>,
  pair: Buffer,
  { failures, lastAt }: Guessing,
): Promise<void> {
  const row = { failures, last_at: lastAt };
  await tx
    .insertInto('failed_logins')
    .values({ pair, ...row })
    .onConflict((conflict) => conflict.column('pair').doUpdateSet(row))
    .execute();
}

export async function deleteGuessing(db: Kysely<IdentityTables>, pair: Buffer): Promise<void> {
  await db.deleteFrom('failed_logins').where('pair', '=', pair).execute();
}

/** Nobody has to wait for failures of before: what is kept does not tell whose they were. */
export async function forgetGuessing(tx: Transaction<IdentityTables>): Promise<void> {
  await tx.deleteFrom('failed_logins').execute();
}

/** Deletes a bounded number of those that nobody has added to since. */
export async function deleteGuessingBefore(
  db: Kysely<IdentityTables>,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await sql`
    delete from failed_logins where pair in (
      select pair from failed_logins where last_at < ${before} limit ${rowsMax})`.execute(db);
}
