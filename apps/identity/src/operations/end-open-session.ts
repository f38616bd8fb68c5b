import type { Transaction } from 'kysely';
import type { Session, SessionEventContext } from '../domain/session.ts';
import type { IdentityTables } from '../store/schema.ts';
import { endSessions } from './end-sessions.ts';
import { revoke } from './revoke.ts';

/** Ends a locked session and revokes its tokens, in one transaction. */
export async function endOpenSession(
  tx: Transaction<IdentityTables>,
  session: Session,
  context: SessionEventContext,
  now: Date,
): Promise<void> {
  await endSessions(tx, [session], context, now);
  await revoke(tx, { kind: 'session', subject: session.id }, now);
}
