import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import {
  endSession,
  type Session,
  type SessionEventContext,
  sessionEvent,
} from '../domain/session.ts';
import type { IdentityTables } from '../store/schema.ts';
import { saveSessionEnd } from '../store/sessions.ts';
import { revoke } from './revoke.ts';

/** Ends a locked session and revokes its tokens, in one transaction. */
export async function endOpenSession(
  tx: Transaction<IdentityTables>,
  session: Session,
  context: SessionEventContext,
  now: Date,
): Promise<void> {
  const ended = endSession(session, now);
  await saveSessionEnd(tx, ended);
  await addToOutbox(tx, [sessionEvent(ended, context)]);
  await revoke(tx, { kind: 'session', subject: session.id }, now);
}
