import { newId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { defaultSettings } from '../domain/account.ts';
import { findPlatformAccount } from '../store/accounts.ts';
import type { AccountsTables } from '../store/schema.ts';
import type { makeOpenAccount } from './open-account.ts';

export interface Admin {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens the platform account, whose owner is the first admin, unless it is there. Its key makes
 * it one, however many processes start at once.
 * @throws Error when the admin's email belongs to somebody else.
 */
export function makeOpenPlatformAccount(
  db: Kysely<AccountsTables>,
  openAccount: ReturnType<typeof makeOpenAccount>,
  { email, password }: Admin,
) {
  return async (): Promise<void> => {
    if (await findPlatformAccount(db)) return;
    const reply = await openAccount(
      {
        email,
        password,
        name: 'Florin',
        type: 'business',
        settings: defaultSettings,
        creatorUserId: null,
        isPlatform: true,
        requestId: newId(),
        idempotencyKey: null,
      },
      { scope: 'start', key: 'platform account', request: { email } },
    );
    if (reply.status !== 201) throw new Error(`no admin: ${JSON.stringify(reply.body)}`);
  };
}
