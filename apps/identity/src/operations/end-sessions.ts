import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import {
  endSession,
  type Session,
  type SessionEventContext,
  sessionEvent,
} from '../domain/session.ts';
import type { IdentityTables } from '../store/schema.ts';
import { saveSessionEnds } from '../store/sessions.ts';

/** Bounds a statement, which is cut off when it takes too long. */
const SESSIONS_MAX = 1_000;

/** Ends locked sessions. Their tokens are for the caller to revoke: one by one, or with the user. */
export async function endSessions(
  tx: Transaction<IdentityTables>,
  sessions: readonly Session[],
  context: SessionEventContext,
  now: Date,
): Promise<void> {
  for (let done = 0; done < sessions.length; done += SESSIONS_MAX) {
    const ended = sessions.slice(done, done + SESSIONS_MAX).map((each) => endSession(each, now));
    await saveSessionEnds(tx, ended, now);
    await addToOutbox(
      tx,
      ended.map((each) => sessionEvent(each, context)),
    );
  }
}
