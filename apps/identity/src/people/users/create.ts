import { AppError, newId, type Reply } from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { requestConfirmation } from '../../confirmations/request.ts';
import type { Deps } from '../../deps.ts';
import { assertOpen } from '../../domain/account.ts';
import { newUser, toUserResource, userCreated } from '../../domain/user.ts';
import {
  decideFirstMembership,
  type MembershipRequest,
  makesMembers,
} from '../../domain/user-change.ts';
import { emailExistsReply, releaseUnusedEmail, takeEmail } from '../../emails/operations.ts';
import { shareAccountLock } from '../../records/accounts-queries.ts';
import { insertUser } from '../../records/users-queries.ts';
import type { Command } from '../../requests.ts';

export interface NewUser extends Command {
  /** In canonical form. */
  readonly email: string;
  readonly name: string | null;
  readonly password: string;
  /** Language of the requester (BCP 47), if given. */
  readonly language: string | null;
  readonly membership: MembershipRequest;
}

/** Creates a user; the caller's role decides their account and role. */
export async function createUser(
  deps: Deps,
  { caller, cause, key, email, name, password, language, membership: asked }: NewUser,
): Promise<Reply> {
  const { db, passwords, now } = deps;
  const membership = decideFirstMembership(caller, asked);
  if (membership instanceof AppError) throw membership;
  const passwordHash = await passwords.hash(password);
  await releaseUnusedEmail(deps, email);
  return runOnce(db, key, async (tx) => {
    const at = now();
    const createdBy = makesMembers(caller) ? membership.accountId : null;
    const user = newUser({ id: newId(), email, name, createdBy, ...membership }, at);
    if (!(await takeEmail(tx, email, user.id, at))) return emailExistsReply();
    if (user.accountId !== null) assertOpen(await shareAccountLock(tx, user.accountId));
    await insertUser(tx, user, passwordHash);
    await addToOutbox(tx, [userCreated(user, cause)]);
    const request = { purpose: 'sign_up', email, language } as const;
    if (!user.emailVerifiedAt) await requestConfirmation(tx, user, request, { ...cause, now: at });
    return { status: 201, body: toUserResource(user) };
  });
}
