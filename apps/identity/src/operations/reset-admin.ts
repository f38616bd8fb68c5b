import { newId, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { changeUser, type User } from '../domain/user.ts';
import { userCreated, userUpdated } from '../domain/user-events.ts';
import { saveHolders, takeOrLockEmail } from '../store/emails.ts';
import { forgetGuessing } from '../store/failed-logins.ts';
import { findAccountOfAdmins } from '../store/in-charge.ts';
import { insertUser, savePassword, saveUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockOpenSessions } from '../store/sessions.ts';
import { lockUser } from '../store/users.ts';
import { endSessions } from './end-sessions.ts';
import { revoke } from './revoke.ts';

type Tx = Transaction<IdentityTables>;

/** Told in the place of a request's id: nobody asked for it over the network. */
const CAUSE = { requestId: 'admin reset' };

export interface NewAdmin {
  /** Canonical. */
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Makes whoever logs in by an email an active administrator with a new password, or makes such a
 * user, in the account of the administrators. Their sessions end, and no login has to wait for
 * guesses of before.
 * @throws Error when the email belongs to somebody else, or nobody was ever an administrator here.
 */
export async function resetAdmin(tx: Tx, admin: NewAdmin, now: Date): Promise<void> {
  const { email, passwordHash } = admin;
  const made = newAdminOf(email, now);
  const wanted = { accountId: null, userId: made.id, reservedUntil: null };
  const hold = await takeOrLockEmail(tx, email, wanted);
  const accountId = (await findAccountOfAdmins(tx)) ?? hold.accountId;
  if (accountId === null)
    throw new Error('there was no administrator yet: start accounts with FLORIN_ADMIN_EMAIL');
  const before = hold.userId === null ? undefined : await lockUser(tx, hold.userId);
  if (![null, accountId].includes(before ? before.accountId : hold.accountId))
    throw new Error(`${email} belongs to another account: set another FLORIN_ADMIN_EMAIL`);
  if (before) await change(tx, before, { accountId, passwordHash }, now);
  else {
    const after = { ...made, accountId };
    await saveHolders(tx, email, { ...hold, userId: after.id });
    await insertUser(tx, after, passwordHash);
    await addToOutbox(tx, [userCreated(after, CAUSE)]);
  }
  await forgetGuessing(tx);
}

function newAdminOf(email: string, now: Date): User {
  return {
    id: newId(),
    email,
    username: null,
    name: null,
    status: 'active',
    accountId: null,
    role: 'admin',
    version: 1n,
    createdAt: now,
    updatedAt: now,
  };
}

async function change(
  tx: Tx,
  before: User,
  { accountId, passwordHash }: { readonly accountId: Uuid; readonly passwordHash: string },
  now: Date,
): Promise<void> {
  const after = changeUser(before, { accountId, role: 'admin', status: 'active' }, now);
  await saveUser(tx, after);
  await savePassword(tx, after.id, passwordHash);
  await addToOutbox(tx, [userUpdated(before, after, CAUSE)]);
  const sessions = await lockOpenSessions(tx, [after.id], now);
  await endSessions(tx, sessions, { accountId, ...CAUSE }, now);
  await revoke(tx, { kind: 'user', subject: after.id }, now);
}
