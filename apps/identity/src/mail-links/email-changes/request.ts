import { AppError, newId, type Uuid } from '@florin/contracts';
import { countRequests } from '../../confirmations/queries.ts';
import { requestConfirmation } from '../../confirmations/request.ts';
import { askPassword } from '../../credentials/login/ask-password.ts';
import type { Deps } from '../../deps.ts';
import type { Cause } from '../../domain/event.ts';
import { lockUser } from '../../records/users-queries.ts';

export interface EmailChangeRequest extends Cause {
  readonly userId: Uuid;
  /** In canonical form. */
  readonly email: string;
  readonly password: string;
  readonly language: string | null;
  /** Client address. */
  readonly address: string | undefined;
}

const DAY_MS = 86_400_000;
/** Per user and day, so mailboxes are not flooded. */
const REQUESTS_MAX = 10;

/**
 * Requests an email change by mail to the new address, and to the current one if verified. Never
 * reveals whether the new address is taken; its reader learns that on confirming.
 * @throws AppError invalid_credentials without the correct password.
 */
export async function requestEmailChange(
  deps: Deps,
  { userId, email, password, language, address, ...cause }: EmailChangeRequest,
): Promise<void> {
  const { db, now, limitsGuessing } = deps;
  await askPassword(deps, userId, { password, address });
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('unauthorized', 'this user no longer exists; log in again');
    if (user.email === email)
      throw new AppError('invalid_request', 'email: is already your login email');
    const at = now();
    const since = new Date(at.getTime() - DAY_MS);
    const { count } = await countRequests(tx, userId, ['email_change'], since);
    if (limitsGuessing && count >= REQUESTS_MAX)
      throw new AppError(
        'rate_limited',
        'too many email changes were requested today; wait a day',
        {
          headers: { 'Retry-After': '3600' },
        },
      );
    const context = { ...cause, now: at };
    const common = { newEmail: email, language, causeId: newId() };
    await requestConfirmation(tx, user, { ...common, purpose: 'email_change', email }, context);
    if (user.emailVerifiedAt)
      await requestConfirmation(
        tx,
        user,
        { ...common, purpose: 'email_release', email: user.email },
        context,
      );
  });
}
