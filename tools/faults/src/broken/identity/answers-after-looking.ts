import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../../../../apps/identity/src/deps.ts';
import { requestPasswordReset as request } from '../../../../../apps/identity/src/password-resets/request.ts';
import { findUserBy } from '../../../../../apps/identity/src/users/queries.ts';

/** What a mail server near by takes for one mail. */
const MAIL_MS = 5;

/** Looks for whoever is asked for, and hands a mail to them over, before it answers. */
export const requestPasswordReset = async (
  deps: Deps,
  asked: Parameters<typeof request>[1],
): Promise<void> => {
  await request(deps, asked);
  if (await findUserBy(deps.db, 'email', asked.email)) await pause(MAIL_MS);
};
