import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { isSessionOpen } from '../domain/session.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockSession } from '../store/sessions.ts';
import { findUser } from '../store/users.ts';
import { endOpenSession } from './end-open-session.ts';

export interface EndSessionRequest {
  /** Null names none. */
  readonly sessionId: Uuid | null;
  /** Who ends it: nobody can end a session of another user. */
  readonly userId: Uuid;
  readonly requestId: string;
}

/** Ends a session of the caller's own: its tokens are refused from then on. */
export function makeEndSession({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return ({ sessionId, userId, requestId }: EndSessionRequest): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const session = sessionId && (await lockSession(tx, sessionId));
      const endedAt = now();
      if (!session || session.userId !== userId || !isSessionOpen(session, endedAt))
        throw new AppError(
          'invalid_session',
          'you have no open session with this id: leave session_id out to end the current one',
        );
      const user = await findUser(tx, userId);
      const context = { accountId: user?.accountId ?? null, requestId };
      await endOpenSession(tx, session, context, endedAt);
    });
}
