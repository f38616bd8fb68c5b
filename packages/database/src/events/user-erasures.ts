import { type DomainEvent, type ErasedUser, erasedUsersIn, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toIdArray } from '../rows/binary-arrays.ts';

export interface UserErasureTables {
  /** Users whose personal data was erased. Later events about them are redacted. */
  user_erasures: { user_id: string; invitation_ids: string[]; erased_at: Date };
}

/** Part of a migration of every service that stores events of users. */
export async function createUserErasures(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table user_erasures (
      user_id uuid primary key,
      invitation_ids uuid[] not null,
      erased_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`grant select, insert, update on user_erasures to ${sql.id(appRole)}`.execute(db);
}

/**
 * Records each user erasure among these events once. Call it first in a batch, as `recordErasures`.
 */
export async function recordUserErasures<Tables extends UserErasureTables>(
  tx: Transaction<Tables>,
  events: readonly DomainEvent[],
): Promise<void> {
  return insertUserErasures(tx, erasedUsersIn(events));
}

/** Records user erasures without events. */
export async function insertUserErasures<Tables extends UserErasureTables>(
  tx: Transaction<Tables>,
  erased: readonly ErasedUser[],
): Promise<void> {
  if (erased.length === 0) return;
  await sql`lock table user_erasures in access exclusive mode`.execute(tx);
  for (const { userId, invitationIds } of erased)
    await sql`
      insert into user_erasures (user_id, invitation_ids)
      values (${userId}, ${toIdArray(invitationIds)}::uuid[])
      on conflict (user_id) do nothing`.execute(tx);
}

/** Returns which of these users had their personal data erased. */
export async function findErasedUsers<Tables extends UserErasureTables>(
  db: Kysely<Tables>,
  userIds: readonly Uuid[],
): Promise<readonly ErasedUser[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: Uuid; invitation_ids: readonly Uuid[] }>`
    select user_id, invitation_ids from user_erasures
     where user_id = any(${toIdArray(userIds)}::uuid[])`.execute(db);
  return rows.map((row) => ({ userId: row.user_id, invitationIds: row.invitation_ids }));
}
