import { parsePublicId } from '@florin/contracts';
import { type DatabaseConfig, insertUserErasures, openDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import type { WebhooksTables } from '../schema.ts';

/**
 * Runs `erase-user usr_…`: redacts the log of a user who was deleted without an erasure.
 * Idempotent.
 */
export async function eraseUser(
  { database }: { readonly database: DatabaseConfig },
  [id, ...others]: readonly string[],
): Promise<CommandResult> {
  if (!id || others.length > 0) throw new Error('usage: erase-user usr_…');
  const userId = parsePublicId('user', id);
  const { db, close } = openDatabase<WebhooksTables>(database, () => {});
  try {
    const deleted =
      userId &&
      (await db
        .selectFrom('events')
        .select('id')
        .where('aggregate_id', '=', userId)
        .where('type', '=', 'user.deleted')
        .limit(1)
        .executeTakeFirst());
    if (!deleted)
      throw new Error(
        `the log has no user.deleted event of ${id}; erase an existing user with POST /v1/users/{user_id}/anonymize`,
      );
    await db.transaction().execute((tx) => insertUserErasures(tx, [{ userId, invitationIds: [] }]));
  } finally {
    await close();
  }
  return {
    text: `${id} is being erased from the log within seconds; user_erasures.finished_at is set when it is done`,
    data: { user_id: id },
  };
}
