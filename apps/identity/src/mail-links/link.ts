import type { Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import { findConfirmation, insertSecret } from '../confirmations/queries.ts';
import { hashCode, hashToken, newCode, newToken } from '../confirmations/secrets.ts';
import { describeOrigin } from '../credentials/sessions/describe-origin.ts';
import { findSessionOf } from '../credentials/sessions/queries.ts';
import type { Deps } from '../deps.ts';
import { type EmailConfirmation, isLive, type Purpose, takesCode } from '../domain/confirmation.ts';
import type { User } from '../domain/user.ts';
import { findUser } from '../records/users-queries.ts';
import type { Db } from '../schema.ts';

/** Content of a confirmation mail. */
export interface ConfirmationLink {
  readonly purpose: Purpose;
  readonly email: string;
  readonly newEmail: string | null;
  readonly language: string | null;
  readonly accountId: Uuid | null;
  /** Name of the user; of the inviter for an invitation, or the device for a new login. */
  readonly name: string | null;
  readonly url: string;
  /** Null if the purpose has no code. */
  readonly code: string | null;
}

/**
 * Creates the link and code when the mail is sent. Only hashes are stored, so neither the database
 * nor an event contains credentials.
 * @throws AppError not_found once it is used or expired.
 */
export async function makeLink(
  { db, now, publicUrl }: Deps,
  confirmationId: Uuid,
): Promise<ConfirmationLink> {
  const confirmation = await findConfirmation(db, confirmationId);
  if (!confirmation || !isLive(confirmation, now())) throw notFound('emailConfirmation');
  const user = await findUser(db, confirmation.userId);
  if (!user) throw notFound('emailConfirmation');
  const token = newToken();
  await insertSecret(db, confirmationId, hashToken(token));
  const code = takesCode(confirmation) ? newCode() : null;
  if (code !== null) await insertSecret(db, confirmationId, hashCode(confirmationId, code));
  const { purpose, email, newEmail, language } = confirmation;
  return {
    ...{ purpose, email, newEmail, language, code },
    accountId: user.accountId,
    name: await nameOf(db, confirmation, user),
    url: `${publicUrl}/auth/${pageOf(purpose)}/${token}`,
  };
}

function pageOf(purpose: Purpose): string {
  if (purpose === 'password_reset') return 'reset';
  return purpose === 'invitation' ? 'invitations' : 'confirm';
}

async function nameOf(
  db: Db,
  { purpose, causeId }: EmailConfirmation,
  user: User,
): Promise<string | null> {
  if (purpose === 'invitation') return user.name ?? user.email;
  if (purpose !== 'new_login') return user.name;
  const session = await findSessionOf(db, { id: causeId, userId: user.id });
  return session ? describeOrigin(session.origin) : null;
}
