import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import type { Kysely } from 'kysely';
import type { Session } from '../domain/session.ts';
import type { IdentityTables } from './schema.ts';
import { toSession } from './sessions.ts';

export interface SessionFilter extends Cursor {
  readonly userId: Uuid;
  readonly now: Date;
}

/**
 * A user's sessions that can still be refreshed, newest first, or from the cursor `before` on
 * oldest first.
 */
export async function listOpenSessions(
  db: Kysely<IdentityTables>,
  { userId, now, ...cursor }: SessionFilter,
  rowsMax: number,
): Promise<readonly Session[]> {
  const open = db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    // One that rested for too long ends by itself, without a trace in its row.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('generation')
          .whereRef('session_id', '=', 'sessions.id')
          .where('refresh_tokens.used_at', 'is', null)
          .where('refresh_tokens.expires_at', '>', now),
      ),
    );
  const rows = await selectPage(open, cursor, rowsMax).execute();
  return rows.map(toSession);
}

/** A session of this user, in whatever state. */
export async function findSessionOf(
  db: Kysely<IdentityTables>,
  { id, userId }: { readonly id: Uuid; readonly userId: Uuid },
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toSession(row);
}
