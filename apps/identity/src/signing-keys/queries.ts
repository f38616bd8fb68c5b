import { type Selectable, sql } from 'kysely';
import type { Db, IdentityTables } from '../schema.ts';

export type SigningKeyRow = Selectable<IdentityTables['signing_keys']>;

/** Keys of all tokens that may still be valid, newest first. */
export function listPublishedKeys(db: Db, now: Date): Promise<readonly SigningKeyRow[]> {
  return db
    .selectFrom('signing_keys')
    .selectAll()
    .where((row) => row.or([row('published_until', 'is', null), row('published_until', '>', now)]))
    .orderBy('signs_from', 'desc')
    .orderBy('kid')
    .execute();
}

/** Stores the first key, unless another process did so before. */
export async function insertFirstKey(db: Db, key: SigningKeyRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity first signing key'))`.execute(tx);
    const earlier = await tx.selectFrom('signing_keys').select('kid').executeTakeFirst();
    if (!earlier)
      await tx
        .insertInto('signing_keys')
        .values({ ...key })
        .execute();
  });
}

/** Stores a key and publishes earlier keys until an instant. */
export async function insertNextKey(db: Db, key: SigningKeyRow, othersUntil: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('signing_keys')
      .set({ published_until: othersUntil })
      .where('published_until', 'is', null)
      .execute();
    await tx
      .insertInto('signing_keys')
      .values({ ...key })
      .execute();
  });
}
