import type { Deps } from '../deps.ts';
import { type EmailConfirmation, isLive } from '../domain/confirmation.ts';
import { linkGone } from './lock-live.ts';
import { findConfirmationBy } from './queries.ts';
import { hashToken } from './secrets.ts';

/**
 * Reads the confirmation behind an unused link.
 * @throws AppError invalid_grant for any other link.
 */
export async function readLink({ db, now }: Deps, token: string): Promise<EmailConfirmation> {
  const found = await findConfirmationBy(db, hashToken(token));
  if (!found || !isLive(found, now())) throw linkGone();
  return found;
}
