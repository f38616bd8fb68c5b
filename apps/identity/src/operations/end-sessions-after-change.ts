import type { Caller } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import type { User } from '../domain/user.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockOpenSessions } from '../store/sessions.ts';
import { endSessions } from './end-sessions.ts';
import { revoke } from './revoke.ts';

export interface ChangedUser {
  readonly before: User;
  readonly after: User;
  readonly hasNewPassword: boolean;
}

/**
 * Ends the sessions that a change of a user puts an end to, and revokes what they were for. To be
 * called last in its transaction.
 */
export async function endSessionsAfterChange(
  tx: Transaction<IdentityTables>,
  caller: Caller,
  { before, after, hasNewPassword }: ChangedUser,
  { now, ...cause }: Cause & { readonly now: Date },
): Promise<void> {
  const isSuspended = after.status === 'suspended' && before.status !== 'suspended';
  const isMoved = before.accountId !== after.accountId || before.role !== after.role;
  const isEnded = isSuspended || hasNewPassword;
  const open = isEnded ? await lockOpenSessions(tx, [after.id], now) : [];
  // Whoever chooses a new password themselves stays where they are.
  const kept = isSuspended ? undefined : open.find(({ id }) => id === caller.sessionId);
  const ended = open.filter((each) => each !== kept);
  await endSessions(tx, ended, { accountId: after.accountId, ...cause }, now);

  const subject = after.id;
  // One, however many sessions there were. It is about the own one too if that has changed.
  if (isEnded && !kept) await revoke(tx, { kind: 'user', subject }, now);
  else if (isMoved) await revoke(tx, { kind: 'principal', subject }, now);
  else if (kept && ended.length > 0)
    await revoke(tx, { kind: 'principal', subject, exceptSession: kept.id }, now);
}
