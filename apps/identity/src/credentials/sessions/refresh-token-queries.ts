import type { Uuid } from '@florin/contracts';
import type { RefreshToken } from '../../domain/refresh.ts';
import type { Tx } from '../../schema.ts';

export interface NewRefreshToken {
  readonly hash: Buffer;
  readonly sessionId: Uuid;
  readonly generation: number;
  readonly expiresAt: Date;
}

export async function insertRefreshToken(tx: Tx, token: NewRefreshToken): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({
      hash: token.hash,
      session_id: token.sessionId,
      generation: token.generation,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute();
}

export interface TokenOwner {
  readonly sessionId: Uuid;
  readonly userId: Uuid;
}

/** Owner of a token, read without a lock to learn which rows to lock. */
export async function findTokenOwner(tx: Tx, hash: Buffer): Promise<TokenOwner | undefined> {
  const row = await tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['sessions.id', 'sessions.user_id'])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst();
  return row && { sessionId: row.id, userId: row.user_id };
}

/** The token and the current generation of its session, which must be locked. */
export async function getRefreshToken(
  tx: Tx,
  hash: Buffer,
): Promise<{ readonly presented: RefreshToken; readonly currentGeneration: number }> {
  const row = await tx
    .selectFrom('refresh_tokens as presented')
    .select(({ selectFrom }) => [
      'generation',
      'expires_at',
      'used_at',
      selectFrom('refresh_tokens as each')
        .select(({ fn }) => fn.max('each.generation').as('newest'))
        .whereRef('each.session_id', '=', 'presented.session_id')
        .as('current'),
    ])
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return {
    presented: { generation: row.generation, expiresAt: row.expires_at, usedAt: row.used_at },
    currentGeneration: row.current ?? row.generation,
  };
}

export async function markRefreshTokenUsed(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
}
