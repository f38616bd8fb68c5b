import type { Uuid } from '@florin/contracts';
import { type Selectable, sql } from 'kysely';
import type { Factor } from '../../domain/factor.ts';
import type { Db, IdentityTables, Tx } from '../../schema.ts';

export async function findFactor(db: Db, userId: Uuid): Promise<Factor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toFactor(row);
}

export async function lockFactor(tx: Tx, userId: Uuid): Promise<Factor | undefined> {
  const row = await tx
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && toFactor(row);
}

export async function insertFactor(tx: Tx, factor: Factor): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({
      user_id: factor.userId,
      id: factor.id,
      secret: factor.secret,
      last_step: factor.lastStep,
      wrong_codes: factor.wrongCodes,
      wrong_since: factor.wrongSince,
      created_at: factor.createdAt,
      confirmed_at: factor.confirmedAt,
    })
    .execute();
}

export async function saveFactor(tx: Tx, factor: Factor): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({
      last_step: factor.lastStep,
      wrong_codes: factor.wrongCodes,
      wrong_since: factor.wrongSince,
      confirmed_at: factor.confirmedAt,
    })
    .where('user_id', '=', factor.userId)
    .executeTakeFirstOrThrow();
}

/** Deletes a factor and its recovery codes. */
export async function deleteFactor(tx: Tx, userId: Uuid): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: Uuid,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await sql`
    insert into recovery_codes (user_id, hash)
    select ${userId}, hash from unnest(${hashes}::bytea[]) as given (hash)`.execute(tx);
}

/** `replayed`: a used code presented again for the first time; `repeated`: every later time. */
export type RecoveryUse = 'used' | 'replayed' | 'repeated' | 'unknown';

/** Uses a recovery code of a locked factor, once. */
export async function useRecoveryCode(
  tx: Tx,
  userId: Uuid,
  hash: Buffer,
  now: Date,
): Promise<RecoveryUse> {
  const code = await tx
    .selectFrom('recovery_codes')
    .select(['used_at', 'replayed_at'])
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!code) return 'unknown';
  if (code.replayed_at) return 'repeated';
  await tx
    .updateTable('recovery_codes')
    .set(code.used_at ? { replayed_at: now } : { used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .execute();
  return code.used_at ? 'replayed' : 'used';
}

export async function countRecoveryCodes(db: Db, userId: Uuid): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recovery_codes
     where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

function toFactor(row: Selectable<IdentityTables['second_factors']>): Factor {
  return {
    id: row.id,
    userId: row.user_id,
    secret: row.secret,
    lastStep: row.last_step,
    wrongCodes: row.wrong_codes,
    wrongSince: row.wrong_since,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  };
}

/** Saves a proof of the second factor in a session. */
export async function saveProof(tx: Tx, sessionId: Uuid, provedAt: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proved_at: provedAt })
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
}
