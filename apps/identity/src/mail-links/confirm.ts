import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import {
  type Confirmed,
  type Context,
  idOf,
  linkGone,
  lockLive,
} from '../confirmations/lock-live.ts';
import {
  countWrongCode,
  hasSecret,
  lockConfirmations,
  markUsed,
} from '../confirmations/queries.ts';
import { readLink } from '../confirmations/read-link.ts';
import { hashCode } from '../confirmations/secrets.ts';
import { endUnknownLogin } from '../credentials/sessions/notify-new-login.ts';
import type { Deps } from '../deps.ts';
import { type EmailConfirmation, isLive, takesCode } from '../domain/confirmation.ts';
import type { Cause } from '../domain/event.ts';
import { changeUser, type User, userUpdated } from '../domain/user.ts';
import { lockUser, saveUser } from '../records/users-queries.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import { changeEmail } from './email-changes/change.ts';
import { undoEmailChange } from './email-changes/undo.ts';

/**
 * Performs a link's action, once.
 * @throws AppError invalid_grant once it is used or expired; email_exists if another user has the
 * new address by now.
 */
export function confirmByToken(
  deps: Deps,
  { token, ...cause }: Cause & { readonly token: string },
): Promise<Confirmed> {
  return thenAwaitGateways(deps, async () => {
    const found = await readLink(deps, token);
    const context = { ...cause, now: deps.now() };
    switch (found.purpose) {
      case 'sign_up':
      case 'verify_email':
        return deps.db.transaction().execute((tx) => verify(tx, found, context));
      case 'email_change':
      case 'email_release':
        return changeEmail(deps, found, context);
      case 'email_undo':
        return undoEmailChange(deps, found, context);
      case 'new_login':
        return deps.db.transaction().execute((tx) => endUnknownLogin(tx, found, context));
      case 'password_reset':
      case 'invitation':
        throw linkGone();
      default:
        return found.purpose satisfies never;
    }
  });
}

async function verify(tx: Tx, found: EmailConfirmation, context: Context): Promise<Confirmed> {
  const user = await lockUser(tx, found.userId);
  const { confirmation, all } = await lockLive(tx, found, context.now);
  if (user?.email !== confirmation.email) throw linkGone();
  await markVerified(tx, user, context);
  await markUsed(tx, all.filter(isOpenVerification).map(idOf), context.now);
  return { confirmation, isDone: true };
}

/**
 * Verifies the caller's address with the code from a mail.
 * @throws AppError invalid_grant for a wrong code; each mail allows five.
 */
export function confirmByCode(
  deps: Deps,
  { userId, code, ...cause }: Cause & { readonly userId: Uuid; readonly code: string },
): Promise<Confirmed> {
  return thenAwaitGateways(deps, async () => {
    const now = deps.now();
    const confirmed = await deps.db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, userId);
      const all = await lockConfirmations(tx, userId);
      const open = all.filter(
        (each) => isLive(each, now) && takesCode(each) && each.email === user?.email,
      );
      for (const confirmation of open)
        if (user && (await hasSecret(tx, confirmation.id, hashCode(confirmation.id, code)))) {
          await markVerified(tx, user, { ...cause, now });
          await markUsed(tx, all.filter(isOpenVerification).map(idOf), now);
          return { confirmation, isDone: true };
        }
      await countWrongCode(tx, open.map(idOf));
      return undefined;
    });
    if (!confirmed)
      throw new AppError(
        'invalid_grant',
        'this code is wrong, or too many codes were tried; use the newest mail, or request another with POST /v1/auth/verify_email/send',
      );
    return confirmed;
  });
}

/** Marks the address of a locked user as verified. */
async function markVerified(tx: Tx, before: User, { now, ...cause }: Context): Promise<void> {
  if (before.emailVerifiedAt) return;
  const after = changeUser(before, { emailVerifiedAt: now }, now);
  await saveUser(tx, after);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  // Verification may lift the read-only restriction, so gateways re-read the session.
  await revoke(tx, { kind: 'principal', subject: after.id }, now);
}

const isOpenVerification = ({ purpose, usedAt }: EmailConfirmation) =>
  usedAt === null && (purpose === 'sign_up' || purpose === 'verify_email');
