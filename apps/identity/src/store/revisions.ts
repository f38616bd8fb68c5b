import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { IdentityTables } from './schema.ts';

export type Revocation = Omit<IdentityTables['revocations'], 'revision'>;

/** Number of the last revocation. To be read before, or in one snapshot with, what is minted. */
export async function readRevision(db: Kysely<IdentityTables>): Promise<bigint> {
  const { revision } = await db.selectFrom('revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Records that each subject is refused from a revision of its own on. Everybody who revokes waits
 * for the row, so it is locked last, after the subjects' own rows.
 */
export async function addRevocations(
  tx: Transaction<IdentityTables>,
  revocations: readonly Revocation[],
): Promise<void> {
  const added = BigInt(revocations.length);
  const { revision: last } = await tx
    .updateTable('revision')
    .set((row) => ({ revision: row('revision', '+', added) }))
    .returning('revision')
    .executeTakeFirstOrThrow();
  const kinds = revocations.map(({ kind }) => kind);
  const subjects = revocations.map(({ subject }) => subject);
  const excepts = revocations.map(({ except_session }) => except_session);
  const ends = revocations.map(({ expires_at }) => expires_at);
  // As arrays: a statement takes 65535 parameters, and there may be more to revoke.
  await sql`
    insert into revocations (revision, kind, subject, except_session, expires_at)
    select ${last - added} + number, kind, subject, except_session, expires_at
      from unnest(${kinds}::text[], ${subjects}::uuid[], ${excepts}::uuid[], ${ends}::timestamptz[])
           with ordinality as each (kind, subject, except_session, expires_at, number)`.execute(tx);
}

/**
 * Number of the last revocation, which nobody can count up before the transaction ends. What is
 * read after it knows of that revocation.
 */
export async function holdRevision(tx: Transaction<IdentityTables>): Promise<bigint> {
  const { revision } = await tx
    .selectFrom('revision')
    .select('revision')
    .forShare()
    .executeTakeFirstOrThrow();
  return revision;
}

/** What was revoked after a revision, in order. */
export function listRevocationsAfter(
  db: Kysely<IdentityTables>,
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

/** Forgets what refuses nothing any more. */
export async function deleteExpiredRevocations(
  db: Kysely<IdentityTables>,
  now: Date,
): Promise<void> {
  await db.deleteFrom('revocations').where('expires_at', '<', now).execute();
}
