import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { lockAccount, saveAccountStatus } from '../store/accounts.ts';
import type { IdentityTables } from '../store/schema.ts';
import { revoke } from './revoke.ts';

export interface AccountAccess {
  readonly accountId: Uuid;
  readonly access: 'open' | 'read_only';
}

/**
 * Says whether the users and keys of an account may change anything or only read.
 * @throws AppError not_found; conflict for a closed account.
 */
export function makeSetAccountAccess({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return ({ accountId, access }: AccountAccess): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const status = await lockAccount(tx, accountId);
      if (status === undefined) throw new AppError('not_found', 'there is no account with this id');
      if (status === 'closed')
        throw new AppError('conflict', 'the account is closed: nothing changes in it any more');
      if (status === access) return;
      await saveAccountStatus(tx, accountId, access);
      // Named by the account: everybody in it is looked up again.
      await revoke(tx, { kind: 'principal', subject: accountId }, now());
    });
}
