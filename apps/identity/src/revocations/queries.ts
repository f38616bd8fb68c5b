import { type Selectable, sql } from 'kysely';
import type { Db, IdentityTables, Tx } from '../schema.ts';
import type { Revocation } from './model.ts';

/** Number of the last revocation. To be read before, or in one snapshot with, what is minted. */
export async function readRevision(db: Db): Promise<bigint> {
  const { revision } = await db.selectFrom('revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Records that each subject is refused from a revision of its own on. Everybody who revokes waits
 * for the row, so it is locked last, after the subjects' own rows.
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
  // As arrays: a statement takes 65535 parameters, and there may be more to revoke.
  await sql`
    insert into revocations (revision, kind, subject, except_session, expires_at)
    select ${last - added} + number, kind, subject, except_session, ${expiresAt}::timestamptz
      from unnest(${kinds}::text[], ${subjects}::uuid[], ${excepts}::uuid[])
           with ordinality as each (kind, subject, except_session, number)`.execute(tx);
}

/**
 * Number of the last revocation, locked `for share`: no other can commit before this transaction
 * ends, and what is read after it includes that revocation.
 */
export async function shareRevisionLock(tx: Tx): Promise<bigint> {
  const { revision } = await tx
    .selectFrom('revision')
    .select('revision')
    .forShare()
    .executeTakeFirstOrThrow();
  return revision;
}

/** What was revoked after a revision, in order. */
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

/** Deletes what refuses nothing any more. */
export async function deleteExpiredRevocations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('revocations').where('expires_at', '<', now).execute();
}
