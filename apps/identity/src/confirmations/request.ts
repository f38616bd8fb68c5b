import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Deps } from '../deps.ts';
import {
  type ConfirmationRequest,
  confirmationRequested,
  newConfirmation,
} from '../domain/confirmation.ts';
import type { Cause } from '../domain/event.ts';
import type { User } from '../domain/user.ts';
import { lockUser } from '../records/users-queries.ts';
import type { Tx } from '../schema.ts';
import { countRequests, insertConfirmation } from './queries.ts';

/** Requests a confirmation by mail, in the transaction of its cause. */
export async function requestConfirmation(
  tx: Tx,
  user: Pick<User, 'id' | 'accountId'>,
  request: ConfirmationRequest,
  { now, ...cause }: Cause & { readonly now: Date },
): Promise<Uuid> {
  const confirmation = newConfirmation(user.id, request, now);
  await insertConfirmation(tx, confirmation);
  await addToOutbox(tx, [confirmationRequested(confirmation, user, cause)]);
  return confirmation.id;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Per user and day, so mailboxes are not flooded. */
const REQUESTS_MAX = 10;

/**
 * Sends the caller another verification mail.
 * @throws AppError conflict if already verified; rate_limited within a minute of the last mail.
 */
export function requestVerification(
  { db, now, limitsGuessing }: Deps,
  { userId, language, ...cause }: Cause & { userId: Uuid; language: string | null },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('unauthorized', 'this user no longer exists; log in again');
    if (user.emailVerifiedAt) throw new AppError('conflict', 'your email is already verified');
    const at = now();
    const since = new Date(at.getTime() - DAY_MS);
    const { count, lastAt } = await countRequests(tx, userId, ['verify_email'], since);
    const waitS = Math.ceil(((lastAt?.getTime() ?? 0) + MINUTE_MS - at.getTime()) / 1_000);
    if (limitsGuessing && (waitS > 0 || count >= REQUESTS_MAX)) {
      const seconds = count >= REQUESTS_MAX ? 3_600 : waitS;
      throw new AppError(
        'rate_limited',
        `a mail was just sent; check your mailbox, or wait ${seconds} s`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
    const request = { purpose: 'verify_email', email: user.email, language } as const;
    await requestConfirmation(tx, user, request, { ...cause, now: at });
    return user.email;
  });
}
