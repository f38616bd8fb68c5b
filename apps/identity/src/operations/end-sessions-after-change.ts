import type { Caller } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import type { User } from '../domain/user.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockOpenSessions } from '../store/sessions.ts';
import { endSessions } from './end-sessions.ts';
import { type Revoked, revoke } from './revoke.ts';

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
  const revoked: Revoked[] = isMoved ? [{ kind: 'principal', subject: after.id }] : [];
  if (isSuspended || hasNewPassword) {
    const open = await lockOpenSessions(tx, [after.id], now);
    // Whoever chooses a new password themselves stays where they are.
    const kept = isSuspended ? null : caller.sessionId;
    const ended = open.filter(({ id }) => id !== kept);
    await endSessions(tx, ended, { accountId: after.accountId, ...cause }, now);
    revoked.push(
      ...(isSuspended || ended.length === open.length
        ? [{ kind: 'user', subject: after.id } as const]
        : ended.map(({ id }) => ({ kind: 'session', subject: id }) as const)),
    );
  }
  await revoke(tx, revoked, now);
}
