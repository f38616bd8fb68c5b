import { newId, type Reply } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Admin } from '../config.ts';
import { defaultSettings } from '../domain/account.ts';
import { findPlatformAccount } from '../store/accounts.ts';
import { forgetRefusal } from '../store/keys.ts';
import type { AccountsTables } from '../store/schema.ts';
import type { makeOpenAccount } from './open-account.ts';

const KEY = { scope: 'start', key: 'platform account' };

/**
 * Opens the platform account, whose owner is the first admin, unless it is there. Its key makes
 * it one, however many processes start at once. Returns the refusal when the admin's email
 * belongs to somebody else; that is not remembered, so that another email can be tried.
 */
export function makeOpenPlatformAccount(
  db: Kysely<AccountsTables>,
  openAccount: ReturnType<typeof makeOpenAccount>,
  { email, password }: Admin,
) {
  return async (): Promise<Reply | undefined> => {
    if (await findPlatformAccount(db)) return undefined;
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
      { ...KEY, request: { email }, sent: { email } },
    );
    if (reply.status === 201) return undefined;
    await forgetRefusal(db, KEY);
    return reply;
  };
}
