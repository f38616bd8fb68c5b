import { AppError, type Uuid } from '@florin/contracts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../domain/user.ts';
import { findUser, findUserBy } from '../../records/users-queries.ts';
import { throttleKeyOf } from './throttle.ts';

/**
 * Confirms the caller's password. Wrong ones count as failed logins.
 * @throws AppError invalid_credentials for a wrong password.
 */
export async function askPassword(
  { db, passwords, loginThrottle }: Deps,
  userId: Uuid,
  { password, address }: { readonly password: string; readonly address: string | undefined },
): Promise<User> {
  const current = await findUser(db, userId);
  const found = current && (await findUserBy(db, 'email', current.email));
  const user = await loginThrottle(throttleKeyOf(current?.email ?? '', address), async () =>
    (await passwords.matches(password, found?.passwordHash)) ? found?.user : undefined,
  );
  if (!user)
    throw new AppError(
      'invalid_credentials',
      'password: incorrect; confirm your current password to continue',
    );
  return user;
}
