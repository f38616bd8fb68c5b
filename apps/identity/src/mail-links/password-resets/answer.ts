import { countRequests } from '../../confirmations/queries.ts';
import { requestConfirmation } from '../../confirmations/request.ts';
import type { Deps } from '../../deps.ts';
import { accessStateOf } from '../../domain/account.ts';
import { findUserBy, lockingUser, shareUserLock } from '../../records/users-queries.ts';
import type { Tx } from '../../schema.ts';
import { takeRequest } from './queries.ts';

/** Mails per address and hour, so mailboxes are not flooded. */
const MAILS_MAX = 3;
const HOUR_MS = 3_600_000;
const AT_ONCE = 20;

/**
 * Mails a reset link to a bounded number of requests whose address has a user.
 * @returns whether there may be more
 */
export async function answerRequests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  for (let done = 0; done < AT_ONCE; done += 1)
    if (!(await lockingUser(db, (tx) => answerNext(tx, now())))) return false;
  return true;
}

/** Returns whether there was a request. */
async function answerNext(tx: Tx, now: Date): Promise<boolean> {
  const request = await takeRequest(tx, now);
  if (!request) return false;
  const { email, language, requestId } = request;
  const found = await findUserBy(tx, 'email', email);
  const locked = found && (await shareUserLock(tx, found.user.id));
  if (!locked || locked.user.email !== email) return true;
  // A user who may not log in cannot bypass that with a reset.
  if (accessStateOf(locked.user.status, locked.accountStatus) !== 'active') return true;
  const since = new Date(now.getTime() - HOUR_MS);
  const { count } = await countRequests(tx, locked.user.id, ['password_reset'], since);
  if (count >= MAILS_MAX) return true;
  const wanted = { purpose: 'password_reset', email, language } as const;
  await requestConfirmation(tx, locked.user, wanted, { requestId, now });
  return true;
}
