import { newAccountId, type Reply } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import type { Deps } from '../deps.ts';
import type { Opening } from '../domain/opening.ts';

export interface NewAccount extends Omit<Opening, 'id' | 'passwordHash'> {
  readonly password: string;
  readonly livemode: boolean;
  readonly key: IdempotencyKey | undefined;
}

/** Opens an account with its owner: hashes the password, then starts the saga. */
export async function openAccount(
  { calls, sagas }: Deps,
  { password, livemode, key, ...account }: NewAccount,
): Promise<Reply> {
  const passwordHash = await calls.hashPassword(account, password);
  return sagas.opening.begin({ ...account, id: newAccountId(livemode), passwordHash }, key);
}
