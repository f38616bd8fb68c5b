import { type Selectable, sql } from 'kysely';
import type { Revocation } from '../domain/revocation.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

/** Revision of the last revocation. Read it before, or in one snapshot with, the minted data. */
export async function readRevision(db: Db): Promise<bigint> {
  const { revision } = await db.selectFrom('revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Adds revocations, each with its own revision. All writers wait for the row of `revision`, so it
 * is locked last, after the rows of the subjects.
 */
export async function addRevocations(
  tx: Tx,
  revocations: readonly Revocation[],
  expiresAt: Date,
): Promise<void> {
  const added = BigInt(revocations.length);
  const { revision: last } = await tx
    .updateTable('revision')
    .set((row) => ({ revision: row('revision', '+', added) }))
    .returning('revision')
    .executeTakeFirstOrThrow();
  const kinds = revocations.map(({ kind }) => kind);
  const subjects = revocations.map(({ subject }) => subject);
  const excepts = revocations.map(({ exceptSession }) => exceptSession ?? null);
  // As arrays, because a statement has at most 65535 parameters.
  await sql`
    insert into revocations (revision, kind, subject, except_session, expires_at)
    select ${last - added} + number, kind, subject, except_session, ${expiresAt}::timestamptz
      from unnest(${kinds}::text[], ${subjects}::uuid[], ${excepts}::uuid[])
           with ordinality as each (kind, subject, except_session, number)`.execute(tx);
}

/**
 * Last revision, locked `for share`: no revocation commits before this transaction ends, and later
 * reads include it.
 */
export async function shareRevisionLock(tx: Tx): Promise<bigint> {
  const { revision } = await tx
    .selectFrom('revision')
    .select('revision')
    .forShare()
    .executeTakeFirstOrThrow();
  return revision;
}

/** Revocations after a revision, in order. */
export function listRevocationsAfter(
  db: Db,
  revision: bigint,
  rowsMax: number,
): Promise<readonly Selectable<IdentityTables['revocations']>[]> {
  return db
    .selectFrom('revocations')
    .selectAll()
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(rowsMax)
    .execute();
}

/** Deletes expired revocations. */
export async function deleteExpiredRevocations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('revocations').where('expires_at', '<', now).execute();
}
