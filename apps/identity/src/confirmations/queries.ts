import type { Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import type { EmailConfirmation, Purpose } from '../domain/confirmation.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

export async function insertConfirmation(tx: Tx, confirmation: EmailConfirmation): Promise<void> {
  await tx
    .insertInto('email_confirmations')
    .values({
      id: confirmation.id,
      cause_id: confirmation.causeId,
      purpose: confirmation.purpose,
      user_id: confirmation.userId,
      email: confirmation.email,
      new_email: confirmation.newEmail,
      language: confirmation.language,
      created_at: confirmation.createdAt,
      expires_at: confirmation.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Adds a secret to a confirmation; earlier secrets stay valid. */
export async function insertSecret(db: Db, confirmationId: Uuid, hash: Buffer): Promise<void> {
  await db
    .insertInto('email_confirmation_secrets')
    .values({ confirmation_id: confirmationId, hash })
    .execute();
}

export async function findConfirmation(db: Db, id: Uuid): Promise<EmailConfirmation | undefined> {
  const row = await db
    .selectFrom('email_confirmations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toConfirmation(row);
}

export async function findConfirmationBy(
  db: Db,
  secretHash: Buffer,
): Promise<EmailConfirmation | undefined> {
  const row = await db
    .selectFrom('email_confirmations')
    .innerJoin('email_confirmation_secrets as secrets', 'secrets.confirmation_id', 'id')
    .selectAll('email_confirmations')
    .where('secrets.hash', '=', secretHash)
    .executeTakeFirst();
  return row && toConfirmation(row);
}

/** Locks a user's confirmations. The user must be locked, as for every change to them. */
export async function lockConfirmations(
  tx: Tx,
  userId: Uuid,
): Promise<readonly EmailConfirmation[]> {
  const rows = await tx
    .selectFrom('email_confirmations')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toConfirmation);
}

export async function hasSecret(tx: Tx, confirmationId: Uuid, hash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('email_confirmation_secrets')
    .select('hash')
    .where('confirmation_id', '=', confirmationId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes confirmations unusable. */
export async function markUsed(tx: Tx, ids: readonly Uuid[], now: Date): Promise<void> {
  await tx
    .updateTable('email_confirmations')
    .set({ used_at: now })
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
}

export async function countWrongCode(tx: Tx, ids: readonly Uuid[]): Promise<void> {
  await tx
    .updateTable('email_confirmations')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
}

/** Number of requests for these purposes since an instant, and the time of the last. */
export async function countRequests(
  db: Db,
  userId: Uuid,
  purposes: readonly Purpose[],
  since: Date,
): Promise<{ readonly count: number; readonly lastAt: Date | null }> {
  const { rows } = await sql<{ count: number; last_at: Date | null }>`
    select count(*)::int as count, max(created_at) as last_at from email_confirmations
     where user_id = ${userId} and purpose = any(${purposes}) and created_at > ${since}`.execute(
    db,
  );
  const [row] = rows;
  return { count: row?.count ?? 0, lastAt: row?.last_at ?? null };
}

/** Deletes at most `rowsMax` confirmations, with their secrets. */
export async function deleteConfirmationsExpiredBefore(
  db: Db,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from email_confirmations where id in (
      select id from email_confirmations where expires_at < ${before} limit ${rowsMax})`.execute(
      tx,
    ),
  );
}

function toConfirmation(row: Selectable<IdentityTables['email_confirmations']>): EmailConfirmation {
  return {
    ...{ id: row.id, causeId: row.cause_id, purpose: row.purpose, userId: row.user_id },
    ...{ email: row.email, newEmail: row.new_email, language: row.language },
    codeTries: row.code_tries,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}
