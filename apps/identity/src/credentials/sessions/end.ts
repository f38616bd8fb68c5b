import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Deps } from '../../deps.ts';
import type { Cause } from '../../domain/event.ts';
import {
  endSession,
  isSessionOpen,
  type Session,
  type SessionEventContext,
  sessionEvent,
} from '../../domain/session.ts';
import type { User } from '../../domain/user.ts';
import { findUser } from '../../records/users-queries.ts';
import { revoke, thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';
import { lockOpenSessions, lockSession, saveSessionEnds } from './queries.ts';

export interface SessionEnd {
  /** Null matches no session. */
  readonly sessionId: Uuid | null;
  /** The user who ends it; must be the session's own. */
  readonly userId: Uuid;
  readonly requestId: string;
}

/** Ends a session of the caller and revokes its tokens. */
export function endOwnSession(
  deps: Deps,
  { sessionId, userId, requestId }: SessionEnd,
): Promise<void> {
  const work = () =>
    deps.db.transaction().execute(async (tx) => {
      const session = sessionId && (await lockSession(tx, sessionId));
      const now = deps.now();
      if (!session || session.userId !== userId || !isSessionOpen(session, now))
        throw new AppError(
          'invalid_session',
          'you have no open session with this id; omit session_id to end the current one',
        );
      const user = await findUser(tx, userId);
      const context = { accountId: user?.accountId ?? null, requestId };
      await endAndRevokeSession(tx, session, context, now);
    });
  return thenAwaitGateways(deps, work);
}

/** Ends a locked session and revokes its tokens, in one transaction. */
export async function endAndRevokeSession(
  tx: Tx,
  session: Session,
  context: SessionEventContext,
  now: Date,
): Promise<void> {
  await endSessions(tx, [session], context, now);
  await revoke(tx, { kind: 'session', subject: session.id }, now);
}

/** Bounds one statement, which has a timeout. */
const SESSIONS_MAX = 1_000;

/** Ends locked sessions. The caller must revoke their tokens, individually or with the user. */
export async function endSessions(
  tx: Tx,
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

export interface ChangedUser {
  readonly before: User;
  readonly after: User;
  readonly hasNewPassword: boolean;
}

/**
 * Ends the sessions that a change of a user invalidates, and revokes their tokens. Must be the last
 * call of its transaction.
 */
export async function endSessionsAfterChange(
  tx: Tx,
  caller: Caller,
  { before, after, hasNewPassword }: ChangedUser,
  { now, ...cause }: Cause & { readonly now: Date },
): Promise<void> {
  const isSuspended = after.status === 'suspended' && before.status !== 'suspended';
  const isMoved = before.accountId !== after.accountId || before.role !== after.role;
  const isEnded = isSuspended || hasNewPassword;
  const open = isEnded ? await lockOpenSessions(tx, [after.id], now) : [];
  // A user who changes their own password stays logged in.
  const kept = isSuspended ? undefined : open.find(({ id }) => id === caller.sessionId);
  const ended = open.filter((each) => each !== kept);
  await endSessions(tx, ended, { accountId: after.accountId, ...cause }, now);

  const subject = after.id;
  // One revocation for all sessions. It includes the kept session if its role or account changed.
  if (isEnded && !kept) await revoke(tx, { kind: 'user', subject }, now);
  else if (isMoved) await revoke(tx, { kind: 'principal', subject }, now);
  else if (kept && ended.length > 0)
    await revoke(tx, { kind: 'principal', subject, exceptSession: kept.id }, now);
}
