import type { Kysely, Transaction } from 'kysely';
import type { IdentityTables } from './schema.ts';

export type Revocation = Omit<IdentityTables['revocations'], 'revision'>;

/** Number of the last revocation. To be read before, or in one snapshot with, what is minted. */
export async function readRevision(db: Kysely<IdentityTables>): Promise<bigint> {
  const { revision } = await db.selectFrom('revision').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/**
 * Records that the subject is refused from the next revision on. Everybody who revokes waits for
 * the row, so it is locked last, after the subject's own rows.
 */
export async function addRevocation(
  tx: Transaction<IdentityTables>,
  revocation: Revocation,
): Promise<void> {
  const { revision } = await tx
    .updateTable('revision')
    .set((row) => ({ revision: row('revision', '+', 1n) }))
    .returning('revision')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('revocations')
    .values({ ...revocation, revision })
    .execute();
}

/** Forgets what refuses nothing any more. */
export async function deleteExpiredRevocations(
  db: Kysely<IdentityTables>,
  now: Date,
): Promise<void> {
  await db.deleteFrom('revocations').where('expires_at', '<', now).execute();
}
