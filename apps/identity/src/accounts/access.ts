import { AppError, type Uuid } from '@florin/contracts';
import type { Deps } from '../deps.ts';
import { lockAccount, saveAccountStatus } from '../records/accounts-queries.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';

export interface AccountAccess {
  readonly accountId: Uuid;
  readonly access: 'open' | 'read_only';
}

/**
 * Sets whether the users and keys of an account may write or only read.
 * @throws AppError not_found; conflict for a closed account.
 */
export function setAccountAccess(deps: Deps, { accountId, access }: AccountAccess): Promise<void> {
  const work = () =>
    deps.db.transaction().execute(async (tx) => {
      const status = await lockAccount(tx, accountId);
      if (status === undefined) throw noAccount();
      if (status === 'closed')
        throw new AppError('conflict', 'the account is closed; it cannot be changed');
      if (status === access) return;
      await saveAccountStatus(tx, accountId, access);
      // Revokes by account id, so gateways re-read every principal in the account.
      await revoke(tx, { kind: 'principal', subject: accountId }, deps.now());
    });
  return thenAwaitGateways(deps, work);
}

export function noAccount(): AppError {
  return new AppError('not_found', 'there is no account with this id');
}
