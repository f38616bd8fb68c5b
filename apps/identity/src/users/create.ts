import { AppError, newId, type Reply } from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { assertOpen } from '../accounts/access.ts';
import { shareAccountLock } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import { emailExistsReply, freeEmailOfClosedAccount, takeEmail } from '../emails/operations.ts';
import type { Command } from '../requests.ts';
import { decideFirstMembership, type MembershipRequest } from './decide.ts';
import { newUser, toUserResource, userCreated } from './model.ts';
import { insertUser } from './queries.ts';

export interface NewUser extends Command {
  /** Canonical. */
  readonly email: string;
  readonly name: string | null;
  readonly password: string;
  readonly membership: MembershipRequest;
}

/** Makes a user; the caller decides whether in an account and as what. */
export async function createUser(
  { db, passwords, now }: Deps,
  { caller, cause, key, email, name, password, membership: request }: NewUser,
): Promise<Reply> {
  const membership = decideFirstMembership(caller, request);
  if (membership instanceof AppError) throw membership;
  const passwordHash = await passwords.hash(password);
  await freeEmailOfClosedAccount(db, email);
  return runOnce(db, key, async (tx) => {
    const user = newUser({ id: newId(), email, name, ...membership }, now());
    if (!(await takeEmail(tx, email, user.id, now()))) return emailExistsReply();
    if (user.accountId !== null) assertOpen(await shareAccountLock(tx, user.accountId));
    await insertUser(tx, user, passwordHash);
    await addToOutbox(tx, [userCreated(user, cause)]);
    return { status: 201, body: toUserResource(user) };
  });
}
