import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import { isOwnerOf } from '../domain/authorization.ts';
import type { Cause } from '../domain/cause.ts';
import type { EmailHold } from '../domain/reservation.ts';
import { changeUser, type User } from '../domain/user.ts';
import { userUpdated } from '../domain/user-events.ts';
import { holdAccount } from '../store/accounts.ts';
import { confirmEmail, findAccountEmail, lockEmail, saveHolders } from '../store/emails.ts';
import { saveEmail, saveUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockUser } from '../store/users.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { AccountEmail } from './reserve-account-email.ts';

type Tx = Transaction<IdentityTables>;

interface Context extends Cause {
  readonly now: Date;
}

/**
 * Makes a reserved email the account's, and the login of the owner who had the old one. One that
 * has run out still counts as long as nobody took the email over.
 * @throws AppError not_found when the reservation is gone.
 */
export function makeConfirmAccountEmail({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return ({ accountId, email, ...cause }: AccountEmail & Cause): Promise<void> =>
    db
      .transaction()
      .execute((tx) =>
        confirm(tx, { accountId, email: canonicalEmail(email) }, { ...cause, now: now() }),
      );
}

async function confirm(tx: Tx, { accountId, email }: AccountEmail, context: Context) {
  const current = await findAccountEmail(tx, accountId);
  if (current === email) return;
  const holds = await lockEmails(tx, current === undefined ? [email] : [current, email]);
  const hold = holds.get(email);
  if (hold?.accountId !== accountId) throw reservationGone();
  if (hold.reservedUntil === null) return;
  if ((await findAccountEmail(tx, accountId)) !== current)
    throw new AppError(
      'unavailable',
      'the email of this account changes just now: repeat the request',
    );
  if ((await holdAccount(tx, accountId)) === 'closed') throw reservationGone();

  const former = current === undefined ? undefined : holds.get(current);
  const owner = hold.userId === null ? await lockOwner(tx, former?.userId, accountId) : undefined;
  if (current !== undefined && former)
    await saveHolders(tx, current, {
      accountId: null,
      userId: owner ? null : former.userId,
      reservedUntil: null,
    });
  if (owner) await changeLogin(tx, owner, email, context);
  await confirmEmail(tx, email, owner?.id ?? hold.userId);
}

/** In one order, whoever asks. */
async function lockEmails(
  tx: Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, EmailHold>> {
  const holds = new Map<string, EmailHold>();
  for (const email of emails.toSorted()) {
    const hold = await lockEmail(tx, email);
    if (hold) holds.set(email, hold);
  }
  return holds;
}

/** The user, if they own the account: whoever left it or became a member keeps their login. */
async function lockOwner(
  tx: Tx,
  userId: Uuid | null | undefined,
  accountId: Uuid,
): Promise<User | undefined> {
  const user = userId ? await lockUser(tx, userId) : undefined;
  return user && isOwnerOf(user, accountId) ? user : undefined;
}

async function changeLogin(
  tx: Tx,
  before: User,
  email: string,
  { now, ...cause }: Context,
): Promise<void> {
  const after = changeUser(before, { email }, now);
  await saveUser(tx, after);
  await saveEmail(tx, after.id, email);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
}

function reservationGone(): AppError {
  return new AppError('not_found', 'the reservation of this email is gone: reserve it again');
}
