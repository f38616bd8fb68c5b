import type { Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

export interface LoginLink {
  /** SHA-256 of the link's token. */
  readonly hash: Buffer;
  readonly userId: Uuid;
  readonly expiresAt: Date;
}

export async function insertLoginLink(
  db: Db,
  { hash, userId, expiresAt }: LoginLink,
): Promise<void> {
  await db
    .insertInto('login_links')
    .values({ hash, user_id: userId, expires_at: expiresAt })
    .execute();
}

/**
 * Consumes a link and returns its user; undefined if it is used or expired. Concurrent calls: one
 * wins.
 */
export async function takeLoginLink(db: Db, hash: Buffer, now: Date): Promise<Uuid | undefined> {
  const row = await db
    .deleteFrom('login_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Deletes at most `rowsMax` links. */
export async function deleteLoginLinksExpiredBefore(
  db: Db,
  before: Date,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from login_links where hash in (
      select hash from login_links where expires_at < ${before} limit ${rowsMax})`.execute(tx),
  );
}
